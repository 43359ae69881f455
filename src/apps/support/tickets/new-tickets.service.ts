import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { HandOverService } from '../desks/hand-over.service.js';
import type { Desk } from '../entities/desk.entity.js';
import type { TicketRow } from '../entities/ticket.entity.js';
import { ConversationService } from '../messages/conversation.service.js';
import { Deadlines } from '../sla/deadlines.js';
import { TicketChange } from './ticket-change.js';
import { TicketRepository } from './ticket.repository.js';
import { TicketsService } from './tickets.service.js';

const MOST_OPEN = 10;

/** The columns that a new ticket begins with, whatever it is about. */
const UNTOUCHED = {
  status: 'new',
  assignee_id: null,
  response_started_at: null,
  response_due_at: null,
  response_look_at: null,
  first_responded_at: null,
  first_response_seconds: null,
  resolution_due_at: null,
  resolution_look_at: null,
  resolution_used_seconds: 0,
  clock_started_at: null,
  response_breached: false,
  resolution_breached: false,
  warned_response_at: null,
  warned_resolution_at: null,
  last_requester_at: null,
  last_agent_at: null,
  pending_at: null,
  resolved_at: null,
  closed_at: null,
  reopened_count: 0,
  merged_into_id: null,
  last_seq: 0,
} as const;

type Given = 'id' | 'requester_id' | 'subject' | 'priority' | 'tags' | 'reference_type' | 'reference_id';

interface Opening extends Pick<TicketRow, Given> {
  opener_id: string;
  body: string;
  upload_ids?: string[];
  client_ref?: string;
}

/** New tickets of a desk that is locked: each has the next number, and its place in the turn. */
@AppProvider()
export class NewTicketsService {
  constructor(
    private readonly rows: TicketRepository,
    private readonly desks: DeskRepository,
    private readonly handOver: HandOverService,
    private readonly conversation: ConversationService,
    private readonly tickets: TicketsService,
  ) {}

  async open(desk: Desk, { opener_id, body, upload_ids, client_ref, ...given }: Opening) {
    const { owner_id, next_number: number } = desk;
    const { now, settings, isUser, open } = await this.rows.openingState(owner_id, given.requester_id);
    if (!settings.accepting_tickets) throw new Refusal(409, 'Desk takes no tickets now');
    if (!isUser) throw notFound('User');
    if (open >= MOST_OPEN) throw new Refusal(409, 'Too many open tickets');

    const assignee_id = (await this.handOver.begin(desk, settings)).next();
    await this.desks.save({ ...desk, next_number: number + 1 });

    const place = { owner_id, number, assignee_id, created_at: now, updated_at: now };
    const row: TicketRow = { ...UNTOUCHED, ...given, ...place };
    const deadlines = new Deadlines(settings);
    deadlines.run(row, now);
    const change = new TicketChange(row, deadlines, now, opener_id);
    const author_kind = opener_id === given.requester_id ? 'requester' : 'agent';
    change.event('opened', { by: author_kind });
    if (author_kind === 'requester') change.asked();
    else change.ticket.last_agent_at = now;

    const { auto_reply: autoReply } = settings;
    const said = { id: given.id, author_id: opener_id, author_kind, body, client_ref } as const;
    const messages = [this.conversation.compose(change, said)];
    if (autoReply) messages.push(this.conversation.composeSystem(change, autoReply));
    await this.tickets.create(change);
    const message = await this.conversation.write(change, messages, upload_ids);
    return { ticket: change.ticket, message, autoReply };
  }
}
