import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { HandOver } from '../desks/hand-over.js';
import type { Desk } from '../entities/desk.entity.js';
import type { Priority, TicketRow } from '../entities/ticket.entity.js';
import { Conversation } from '../messages/conversation.js';
import { Deadlines } from '../sla/deadlines.js';
import { SupportSettings } from '../support.settings.js';
import { TicketChange } from './ticket-change.js';
import { TicketRepository } from './ticket.repository.js';
import { Tickets } from './tickets.js';

const MOST_OPEN = 10;

export interface NewTicket {
  id: string;
  opener_id: string;
  requester_id: string;
  subject: string;
  body: string;
  priority: Priority;
  tags: string[];
  reference_type: string | null;
  reference_id: string | null;
  upload_ids?: string[];
  client_ref?: string;
}

/** New tickets of a desk that is locked: each has the next number, and its place in the turn. */
@AppProvider()
export class OpenTickets {
  constructor(
    private readonly rows: TicketRepository,
    private readonly desks: DeskRepository,
    private readonly handOver: HandOver,
    private readonly conversation: Conversation,
    private readonly tickets: Tickets,
    private readonly settings: AppSettings,
  ) {}

  async open(desk: Desk, { opener_id, body, upload_ids, client_ref, ...given }: NewTicket) {
    const { requester_id } = given;
    const settings = await this.settings.of(SupportSettings, desk.owner_id);
    if (!settings.accepting_tickets) throw new Refusal(409, 'Desk takes no tickets now');
    if (!(await this.desks.isUser(requester_id))) throw notFound('User');
    if ((await this.rows.openOf(requester_id, desk.owner_id)) >= MOST_OPEN)
      throw new Refusal(409, 'Too many open tickets');

    const isOwn = opener_id === requester_id;
    const assignment = await this.handOver.begin(desk);
    const now = await this.rows.now();
    const row = { ...blank(now), ...given, owner_id: desk.owner_id, number: desk.next_number };
    const deadlines = new Deadlines(settings);
    deadlines.run(row, now);
    const change = new TicketChange({ ...row, assignee_id: assignment.next() }, deadlines, now, opener_id);
    change.event('opened', { by: isOwn ? 'requester' : 'agent' });
    if (isOwn) change.asked();
    else change.ticket.last_agent_at = now;

    await this.rows.insert(change.ticket);
    desk.next_number += 1;
    await this.desks.save(desk);
    const author = { author_id: opener_id, author_kind: isOwn ? 'requester' : 'agent' } as const;
    const message = await this.conversation.say(change, {
      id: given.id,
      ...author,
      body,
      client_ref,
      upload_ids,
    });
    if (settings.auto_reply) await this.conversation.saySame([change], settings.auto_reply);
    await this.tickets.keep([change]);
    return { ticket: change.ticket, message, autoReply: settings.auto_reply };
  }
}

type Blank = Omit<
  TicketRow,
  'id' | 'owner_id' | 'number' | 'requester_id' | 'subject' | 'reference_type' | 'reference_id'
>;

const blank = (now: Date): Blank => ({
  status: 'new',
  priority: 'normal',
  assignee_id: null,
  tags: [],
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
  created_at: now,
  updated_at: now,
});
