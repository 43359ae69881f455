import { IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { RoomSummary } from '../access/room.dto.js';

export class InviteInput {
  @Uuid() user_id!: string;
}

export class InvitationView {
  @Uuid() room_id!: string;
  @Uuid() user_id!: string;
  /** Null if the inviter's account was deleted. */
  @Nullable() @Uuid() invited_by!: string | null;
  @Time() created_at!: Date;
}

export class InvitationAnswer {
  @Nested(() => InvitationView) invitation!: InvitationView;
}

export class ReceivedInvitation extends InvitationView {
  @Nested(() => RoomSummary) room!: RoomSummary;
}

export class InvitationsAnswer {
  @ListOf(() => ReceivedInvitation) invitations!: ReceivedInvitation[];
  @Nullable() @IsString() next_cursor!: string | null;
}
