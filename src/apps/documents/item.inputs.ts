import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean } from 'class-validator';
import { Nullable, Optional, Uuid, Written } from '../../platform/http/fields.js';

/** What may be changed of a folder or a document; what is left out stays. */
export class ItemChanges {
  @Optional() @Written(1, 255) name?: string;
  /** null: the root of the tree that it lies in. */
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
  @Optional() @Nullable() @Written(0, 2000) description?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(20) @Written(1, 40, { each: true }) tags?: string[];
  /** For the caller alone. */
  @Optional() @IsBoolean() starred?: boolean;
}

export const SORTS = ['name', 'updated', 'size'] as const;
export const ORDERS = ['asc', 'desc'] as const;

export class ItemIds {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(200) @Uuid({ each: true }) item_ids!: string[];
}
