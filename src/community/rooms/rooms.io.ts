import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import {
  Chars,
  ListOf,
  ListQuery,
  Nested,
  Nullable,
  Optional,
  Time,
  Uuid,
  WebAddress,
  Words,
} from '../../platform/http/input/fields.js';
import { DetailedMemberView } from './members/members.io.js';
import { LastRoomMessage, RoomMessageView } from './messages/messages.io.js';

export const NAME = 100;
export const DESCRIPTION = 1_000;

export class RoomsQuery extends ListQuery {
  @Optional() @Uuid() category_id?: string;
  /** Only those where the caller is a member. */
  @Optional() @IsIn(['true', 'false']) joined?: 'true' | 'false';
}

export class CreateRoomInput {
  @Words(NAME) name!: string;
  @Optional() @Nullable() @Chars(0, DESCRIPTION) description?: string | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsBoolean() is_private?: boolean;
}

export class UpdateRoomInput {
  @Optional() @Words(NAME) name?: string;
  @Optional() @Nullable() @Chars(0, DESCRIPTION) description?: string | null;
  @Optional() @Nullable() @Uuid() category_id?: string | null;
  @Optional() @IsBoolean() is_private?: boolean;
  @Optional() @Nullable() @WebAddress() avatar_url?: string | null;
}

/** As an invitation shows a room, to somebody who may not read it yet. */
export class RoomSummary {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsBoolean() is_private!: boolean;
  @Nullable() @IsString() avatar_url!: string | null;
}

class RoomBody extends RoomSummary {
  @Nullable() @IsString() description!: string | null;
  @Nullable() @Uuid() category_id!: string | null;
  @Time() created_at!: Date;
}

class OwnedRoom extends RoomBody {
  /** Null where his account is gone. */
  @Nullable() @Uuid() owner_id!: string | null;
}

export class RoomView extends OwnedRoom {
  @IsInt() member_count!: number;
}

export class ListedRoom extends RoomView {
  /** What came after the last message that the caller has read or written; 0 where he is no member. */
  @IsInt() unread_count!: number;
  /** Null where there is none, or where the caller may not read. */
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
  /** The first hundred: admins first, then by how long they are there. */
  @ListOf(() => DetailedMemberView) members!: DetailedMemberView[];
  /** The last fifty, newest first. */
  @ListOf(() => RoomMessageView) messages!: RoomMessageView[];
  @IsString({ each: true }) roles!: string[];
}
