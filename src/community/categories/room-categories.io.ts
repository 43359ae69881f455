import { IsInt, IsString, IsUUID, Max, Min } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Required } from '../../platform/http/input/fields.js';

class CategoryDetails {
  /** An emoji, or a name that clients know. */
  @Optional() @Nullable() @Chars(1, 100) icon?: string | null;
  /** Where it stands in the list; after the last where a new one does not say. */
  @Optional() @IsInt() @Min(0) @Max(1_000_000) position?: number;
}

export class NewRoomCategoryInput extends CategoryDetails {
  @Required('Name is required') @Chars(1, 100) name!: string;
}

export class RoomCategoryInput extends CategoryDetails {
  @Optional() @Chars(1, 100) name?: string;
}

export class KeptRoomCategory {
  @IsUUID() id!: string;
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
