import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { HandOverService } from '../desks/hand-over.service.js';
import type { Desk } from '../entities/desk.entity.js';
import { ConversationService } from '../messages/conversation.service.js';
import { Deadlines } from '../sla/deadlines.js';
import { SupportSettings } from '../support.settings.js';
import { TicketChange } from './ticket-change.js';
import { type NewTicket, TicketRepository } from './ticket.repository.js';
import { TicketsService } from './tickets.service.js';

const MOST_OPEN = 10;

interface Opening extends Omit<NewTicket, 'owner_id' | 'number' | 'created_at' | 'updated_at'> {
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
    private readonly settings: AppSettings,
  ) {}

  async open(desk: Desk, { opener_id, body, upload_ids, client_ref, ...given }: Opening) {
    const { requester_id } = given;
    const settings = await this.settings.of(SupportSettings, desk.owner_id);
    if (!settings.accepting_tickets) throw new Refusal(409, 'Desk takes no tickets now');
    if (!(await this.desks.isUser(requester_id))) throw notFound('User');
    if ((await this.rows.countOpen(requester_id, desk.owner_id)) >= MOST_OPEN)
      throw new Refusal(409, 'Too many open tickets');

    const isOwn = opener_id === requester_id;
    const assignment = await this.handOver.begin(desk);
    const now = await this.rows.now();
    const place = { owner_id: desk.owner_id, number: desk.next_number, created_at: now, updated_at: now };
    const row = await this.rows.create({ ...given, ...place });
    const deadlines = new Deadlines(settings);
    deadlines.run(row, now);
    const change = new TicketChange({ ...row, assignee_id: assignment.next() }, deadlines, now, opener_id);
    change.event('opened', { by: isOwn ? 'requester' : 'agent' });
    if (isOwn) change.asked();
    else change.ticket.last_agent_at = now;

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
