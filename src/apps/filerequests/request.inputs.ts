import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { Chars, Instant, ListOf, Nullable, Optional, Uuid, Written } from '../../platform/http/fields.js';
import { NAMINGS, type Naming } from './entities/request.entity.js';

/** The largest file of the platform's store; the app `documents` may be configured to less. */
export const LARGEST_FILE = 5 * 1024 ** 3;
export const MOST_ITEMS = 30;
const MOST_FILES_OF_ITEM = 50;

/** `pdf` or `.PDF`; `normalExtension` gives the form that is stored. */
export const Extensions = (most: number) =>
  applyDecorators(
    IsArray(),
    ArrayMaxSize(most),
    Matches(/^\.?[a-zA-Z0-9]{1,20}$/, {
      each: true,
      message: 'each of $property must be a file extension, such as pdf',
    }),
  );

const FilesOfItem = () => applyDecorators(Optional(), IsInt(), Min(1), Max(MOST_FILES_OF_ITEM));

class ItemDetails {
  @Optional() @Nullable() @Written(0, 500) description?: string | null;
  @Optional() @IsBoolean() required?: boolean;
  @Optional() @Extensions(20) allowed_extensions?: string[];
  @FilesOfItem() min_files?: number;
  @FilesOfItem() max_files?: number;
}

export class NewItem extends ItemDetails {
  @Written(1, 120) title!: string;
}

/** With an `id` the item is changed, without one it is added. */
export class ItemChange extends ItemDetails {
  @Optional() @Uuid() id?: string;
  @Optional() @Written(1, 120) title?: string;
}

/** What is said of a request when it is made or changed; null clears. */
export class RequestDetails {
  @Optional() @Nullable() @Written(0, 5000) instructions?: string | null;
  @Optional() @Nullable() @Chars(8, 128) password?: string | null;
  @Optional() @Nullable() @Instant() closes_at?: string | null;
  @Optional() @IsBoolean() allow_late?: boolean;
  @Optional() @IsIn(NAMINGS) naming?: Naming;
  @Optional() @IsBoolean() subfolders?: boolean;
  @Optional() @IsBoolean() require_email?: boolean;
  @Optional() @IsBoolean() invited_only?: boolean;
  @Optional() @IsInt() @Min(1) @Max(500) max_files?: number;
  @Optional() @IsInt() @Min(1) @Max(LARGEST_FILE) max_file_bytes?: number;
}

export class NewRequest extends RequestDetails {
  @Written(1, 200) title!: string;
  @Optional() @IsArray() @ArrayMaxSize(MOST_ITEMS) @ListOf(() => NewItem) items?: NewItem[];
  /** Of the app `documents`; "File requests/<title>" if it is not given. */
  @Optional() @Nullable() @Uuid() folder_id?: string | null;
}
