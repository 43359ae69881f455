import { IsBoolean, IsInt, IsObject, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { Message, Rating, Ticket, TicketEvent, type TicketRow, Upload } from './entities/ticket.entity.js';

/** Shown to nobody. */
const INSIDE = [
  'response_started_at',
  'response_look_at',
  'resolution_look_at',
  'first_response_seconds',
  'pending_at',
  'search',
] as const;
const DESK_ALONE = [
  'tags',
  'response_due_at',
  'resolution_due_at',
  'resolution_used_seconds',
  'clock_started_at',
  'response_breached',
  'resolution_breached',
  'warned_response_at',
  'warned_resolution_at',
  'last_seq',
] as const;

export class TicketView extends viewOf(Ticket, { without: ['owner_id', ...INSIDE, ...DESK_ALONE] }) {
  /** The desk, by its owner. */
  @Uuid() desk_id!: string;
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

export class AttachmentView extends viewOf(Upload, { only: ['id', 'name', 'size', 'content_type'] }) {
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

/** What most actions answer. */
export class TicketResult extends answerWith('ticket', () => TicketView) {}

export class SaidResult extends TicketResult {
  @Nested(() => MessageView) message!: MessageView;
}

/** The columns of a ticket that its customer does not see. */
export const HIDDEN_FROM_REQUESTER: string[] = [...INSIDE, ...DESK_ALONE];

/** As the desk sees it, or as its customer does. */
export function presentTicket({ owner_id: desk_id, ...row }: TicketRow, isDesk: boolean): TicketView {
  const hidden: readonly string[] = isDesk ? INSIDE : HIDDEN_FROM_REQUESTER;
  const shown = Object.entries(row).filter(([name]) => !hidden.includes(name));
  return { desk_id, ...Object.fromEntries(shown) } as unknown as TicketView;
}

export const presentMessage = (
  row: Message,
  uploads: Upload[],
  open: (upload: Upload) => AttachmentView,
): MessageView => ({
  ...present(MessageView, row),
  attachments: uploads.map(open),
});
