import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time } from '../../../platform/http/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { Template } from '../entities/template.entity.js';
import {
  ASSET_STATUSES,
  IMAGE_TYPES,
  type ImageType,
  type Orientation,
  ORIENTATIONS,
  PAGES,
  type PageSize,
  type Slot,
  SLOTS,
} from './choices.js';
import { Layout } from './layout.inputs.js';
import { CustomField } from './template.inputs.js';

class ImageView {
  @IsIn(SLOTS) slot!: Slot;
  @IsIn(IMAGE_TYPES) content_type!: ImageType;
  @IsIn(ASSET_STATUSES) status!: (typeof ASSET_STATUSES)[number];
}

class LayoutView extends Layout {
  /** The one of the service, which follows the page and the custom fields. */
  @Optional() @IsBoolean() built_in?: boolean;
}

export class TemplateView extends viewOf(Template, { without: ['current_version_id'] }) {
  @IsString() title!: string;
  @Nullable() @IsString() description!: string | null;
  @Nullable() @IsString() criteria!: string | null;
  @IsString() issuer_name!: string;
  @Nullable() @IsString() issuer_url!: string | null;
  @IsIn(PAGES) page!: PageSize;
  @IsIn(ORIENTATIONS) orientation!: Orientation;
  @Nested(() => LayoutView) layout!: LayoutView;
  @ListOf(() => CustomField) custom_fields!: CustomField[];
  @Nullable() @IsInt() validity_days!: number | null;
  @ListOf(() => ImageView) images!: ImageView[];
  @IsInt() active_certificates!: number;
  @IsInt() revoked_certificates!: number;
}

/** With its preview: a PDF with sample values. */
export class ListedTemplateView extends TemplateView {
  @IsString() preview_url!: string;
}

class UploadView {
  @IsIn(SLOTS) slot!: Slot;
  /** Takes the bytes with PUT, for an hour. */
  @IsString() upload_url!: string;
  @Time() expires_at!: Date;
}

export class SavedTemplate {
  @Nested(() => TemplateView) template!: TemplateView;
  @ListOf(() => UploadView) uploads!: UploadView[];
  @IsString() preview_url!: string;
}
