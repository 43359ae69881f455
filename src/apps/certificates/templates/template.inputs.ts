import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import {
  ArrayUnique,
  Chars,
  HttpsAddress,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Written,
} from '../../../platform/http/fields.js';
import {
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

export const FIELD_TYPES = ['text', 'number', 'date'] as const;
const MEBIBYTE = 1024 * 1024;

/** What is asked for each recipient beside the name. */
export class CustomField {
  @Matches(/^[a-z][a-z0-9_]{0,39}$/) key!: string;
  @Chars(1, 80) label!: string;
  @IsIn(FIELD_TYPES) type!: (typeof FIELD_TYPES)[number];
  @IsBoolean() required!: boolean;
}

class CustomFieldInput extends CustomField {
  @Optional() @IsBoolean() declare required: boolean;
}

export class ImageInput {
  @IsIn(SLOTS) slot!: Slot;
  @IsIn(IMAGE_TYPES) content_type!: ImageType;
  @IsInt() @Min(1) @Max(10 * MEBIBYTE) size_bytes!: number;
}

/** What a version consists of, and may be left out. */
class OptionalFields {
  @Optional() @Nullable() @Written(1, 2000) description?: string | null;
  @Optional() @Nullable() @Written(1, 5000) criteria?: string | null;
  /** The setting, and then the name of the profile, if it is not given. */
  @Optional() @Written(1, 120) issuer_name?: string;
  @Optional() @Nullable() @HttpsAddress() issuer_url?: string | null;
  @Optional() @IsIn(PAGES) page?: PageSize;
  @Optional() @IsIn(ORIENTATIONS) orientation?: Orientation;
  /** The one of the service if it is not given, or null. */
  @Optional() @Nullable() @Nested(() => Layout) layout?: Layout | null;
  @Optional()
  @IsArray()
  @ArrayMaxSize(20)
  @ListOf(() => CustomFieldInput)
  @ArrayUnique<CustomField>(({ key }) => key)
  custom_fields?: CustomField[];
  @Optional() @Nullable() @IsInt() @Min(1) @Max(36_500) validity_days?: number | null;
  @Optional()
  @IsArray()
  @ArrayMaxSize(3)
  @ListOf(() => ImageInput)
  @ArrayUnique<ImageInput>(({ slot }) => slot)
  images?: ImageInput[];
}

export class NewTemplate extends OptionalFields {
  @Written(1, 120) name!: string;
  @Written(1, 200) title!: string;
}

export class TemplateChanges extends OptionalFields {
  @Optional() @Written(1, 120) name?: string;
  @Optional() @Written(1, 200) title?: string;
}
