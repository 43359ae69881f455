import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';

/** What an invitation shows of a room that its recipient may not read yet. */
export class RoomSummary {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsBoolean() is_private!: boolean;
  @Nullable() @IsString() avatar_url!: string | null;
}

export class RoomBody extends RoomSummary {
  @Nullable() @IsString() description!: string | null;
  @Nullable() @Uuid() category_id!: string | null;
  @Time() created_at!: Date;
}

export class OwnedRoom extends RoomBody {
  /** Null if the owner's account was deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
}

export class RoomView extends OwnedRoom {
  @IsInt() member_count!: number;
}
