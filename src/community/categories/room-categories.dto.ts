import { IsInt, IsString, Max, Min } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Required, Uuid, Words } from '../../platform/http/input/fields.js';

class CategoryDetails {
  /** An emoji, or a name that clients know. */
  @Optional() @Nullable() @Chars(1, 100) icon?: string | null;
  /** Position in the list; the default of a new category is after the last one. */
  @Optional() @IsInt() @Min(0) @Max(1_000_000) position?: number;
}

export class NewRoomCategoryInput extends CategoryDetails {
  @Required('Name is required') @Words(100) name!: string;
}

export class RoomCategoryInput extends CategoryDetails {
  @Optional() @Words(100) name?: string;
}

export class KeptRoomCategory {
  @Uuid() id!: string;
  @IsString() name!: string;
  @Nullable() @IsString() icon!: string | null;
  @IsInt() position!: number;
}

export class KeptRoomCategoryAnswer {
  @Nested(() => KeptRoomCategory) category!: KeptRoomCategory;
}

export class KeptRoomCategoriesAnswer {
  @ListOf(() => KeptRoomCategory) categories!: KeptRoomCategory[];
}
