import { IsIn } from 'class-validator';
import { Nested, Nullable, WebAddress } from '../../platform/http/fields.js';
import { Style } from './drawing/style.input.js';

export const FORMATS = ['svg', 'png'] as const;
export type Format = (typeof FORMATS)[number];

export class QrSettings {
  /** For new codes; what a call says itself wins. */
  @Nested(() => Style) default_style: Style = {};
  /** For new dynamic codes. */
  @Nullable() @WebAddress() default_fallback_url: string | null = null;
  /** Which address of an image `image_urls.default` is. */
  @IsIn(FORMATS) default_format: Format = 'svg';
}
