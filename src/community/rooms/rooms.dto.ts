import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import {
  Chars,
  ListOf,
  ListQuery,
  Nested,
  Nullable,
  Optional,
  Uuid,
  WebAddress,
  Words,
} from '../../platform/http/input/fields.js';
import { OwnedRoom, RoomBody, RoomView } from './access/room.dto.js';
import { DetailedMemberView } from './members/room-members.dto.js';
import { LastRoomMessage, RoomMessageView } from './messages/room-messages.dto.js';

export const MAX_NAME = 100;
export const MAX_DESCRIPTION = 1_000;

export class RoomsQuery extends ListQuery {
  @Optional() @Uuid() category_id?: string;
  /** 'true' limits the list to rooms of which the caller is a member. */
  @Optional() @IsIn(['true', 'false']) joined?: 'true' | 'false';
}

export class CreateRoomInput {
  @Words(MAX_NAME) name!: string;
  @Optional() @Nullable() @Chars(0, MAX_DESCRIPTION) description?: string | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsBoolean() is_private?: boolean;
}

export class UpdateRoomInput {
  @Optional() @Words(MAX_NAME) name?: string;
  @Optional() @Nullable() @Chars(0, MAX_DESCRIPTION) description?: string | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsBoolean() is_private?: boolean;
  @Optional() @Nullable() @WebAddress() avatar_url?: string | null;
}

export class ListedRoom extends RoomView {
  /** Messages since the last one that the caller has read or written; 0 if the caller is not a member. */
  @IsInt() unread_count!: number;
  /** Null if there is none, or if the caller may not read the room. */
  @Nullable() @Nested(() => LastRoomMessage) last_message!: LastRoomMessage | null;
}

export class RoomsAnswer {
  @ListOf(() => ListedRoom) rooms!: ListedRoom[];
  @Nullable() @IsString() next_cursor!: string | null;
}

export class OpenedRoomAnswer {
  @Nested(() => OwnedRoom) room!: OwnedRoom;
}

export class ChangedRoomAnswer {
  @Nested(() => RoomBody) room!: RoomBody;
}

class RoomCategoryView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @Nullable() @IsString() icon!: string | null;
}

export class RoomCategoriesAnswer {
  @ListOf(() => RoomCategoryView) categories!: RoomCategoryView[];
}

export class RoomDetailAnswer {
  @Nested(() => RoomView) room!: RoomView;
  /** The first hundred: admins first, then by the time they joined. */
  @ListOf(() => DetailedMemberView) members!: DetailedMemberView[];
  /** The last fifty messages, newest first. */
  @ListOf(() => RoomMessageView) messages!: RoomMessageView[];
  @IsString({ each: true }) roles!: string[];
}
