import { IsBoolean, IsInt, IsString } from 'class-validator';
import { IsPlainObject, Nested, Nullable } from '../../platform/http/fields.js';
import { viewOf } from '../kernel/rows/view.js';
import { Style } from './drawing/style.input.js';
import { Code, CodeTarget } from './entities/code.entity.js';

export class ImageUrls {
  @IsString() svg!: string;
  @IsString() png!: string;
  /** The one of the setting `default_format`. */
  @IsString() default!: string;
}

export class CodeView extends viewOf(Code, { without: ['logo_png', 'scans_closed'] }) {
  /** By kind; empty if the code leads to a short link. */
  @IsPlainObject() declare content: object;
  /** As it was given: what it leaves out has its default. */
  @Nested(() => Style) declare style: Style;
  /** What a dynamic code leads to: its address, or the id of a short link. */
  @Nullable() @IsString() target!: string | null;
  /** Of a dynamic code: the address that it holds. */
  @Nullable() @IsString() scan_url!: string | null;
  /** Those of a static code answer 404 unless `is_image_public` is true. */
  @Nested(() => ImageUrls) image_urls!: ImageUrls;
  @IsBoolean() has_logo!: boolean;
  @IsInt() scans!: number;
}

export class TargetView extends viewOf(CodeTarget, { only: ['target', 'changed_by', 'created_at'] }) {}
