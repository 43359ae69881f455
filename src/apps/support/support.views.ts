import { IsBoolean, IsIn, IsInt, IsObject, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { viewOf } from '../kernel/rows/view.js';
import { CannedReply } from './entities/desk.entity.js';
import { Message, PRIORITIES, Rating, STATUSES, TicketEvent } from './entities/ticket.entity.js';

export class TicketView {
  @Uuid() id!: string;
  /** The desk, by its owner. */
  @Uuid() desk_id!: string;
  @IsInt() number!: number;
  @Uuid() requester_id!: string;
  @IsString() subject!: string;
  @IsIn(STATUSES) status!: (typeof STATUSES)[number];
  @IsIn(PRIORITIES) priority!: (typeof PRIORITIES)[number];
  @Nullable() @Uuid() assignee_id!: string | null;
  @Nullable() @IsString() reference_type!: string | null;
  @Nullable() @Uuid() reference_id!: string | null;
  @Nullable() @Time() first_responded_at!: Date | null;
  @Nullable() @Time() last_requester_at!: Date | null;
  @Nullable() @Time() last_agent_at!: Date | null;
  @Nullable() @Time() resolved_at!: Date | null;
  @Nullable() @Time() closed_at!: Date | null;
  @IsInt() reopened_count!: number;
  @Nullable() @Uuid() merged_into_id!: string | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
  /** From here on: for the desk alone. */
  @Optional() @IsString({ each: true }) tags?: string[];
  @Optional() @Nullable() @Time() response_due_at?: Date | null;
  @Optional() @Nullable() @Time() resolution_due_at?: Date | null;
  @Optional() @IsInt() resolution_used_seconds?: number;
  @Optional() @Nullable() @Time() clock_started_at?: Date | null;
  @Optional() @IsBoolean() response_breached?: boolean;
  @Optional() @IsBoolean() resolution_breached?: boolean;
  @Optional() @Nullable() @Time() warned_response_at?: Date | null;
  @Optional() @Nullable() @Time() warned_resolution_at?: Date | null;
  @Optional() @IsInt() last_seq?: number;
}

/** With the names of whom it is about; null: there is none, or no account any more. */
export class NamedTicketView extends TicketView {
  @Nullable() @IsString() desk_name!: string | null;
  @Nullable() @IsString() requester_name!: string | null;
  @Nullable() @IsString() assignee_name!: string | null;
}

export class AttachmentView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsInt() size!: number;
  @IsString() content_type!: string;
  @IsString() download_url!: string;
  @Time() expires_at!: Date;
}

export class MessageView extends viewOf(Message, { without: ['ticket_id', 'client_ref', 'canned_reply_id'] }) {
  @ListOf(() => AttachmentView) attachments!: AttachmentView[];
}

export class NamedMessageView extends MessageView {
  @Nullable() @IsString() author_name!: string | null;
}

export class EventView extends viewOf(TicketEvent, { only: ['actor_id', 'kind', 'data', 'created_at'] }) {
  @IsObject() declare data: object;
}

export class RatingView extends viewOf(Rating, { without: ['owner_id', 'desk_owner_id'] }) {}

export class CannedReplyView extends viewOf(CannedReply, { without: ['owner_id'] }) {}

export class AgentView {
  @Uuid() user_id!: string;
  @Nullable() @IsString() name!: string | null;
  @Nullable() @IsString() display_name!: string | null;
  @IsBoolean() is_owner!: boolean;
  @IsBoolean() active!: boolean;
  @IsBoolean() takes_tickets!: boolean;
  /** New, open and pending. */
  @IsInt() open_tickets!: number;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

/** What most actions answer. */
export class TicketResult {
  @Nested(() => TicketView) ticket!: TicketView;
}

export class SaidResult extends TicketResult {
  @Nested(() => MessageView) message!: MessageView;
}
