import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { MessageRepository } from '../messages/message.repository.js';
import { SupportNews } from '../support-news.js';
import { StoryRepository } from './story.repository.js';
import { TicketAccess } from './ticket-access.js';
import type { TicketChange } from './ticket-change.js';
import { TicketRepository } from './ticket.repository.js';
import { Tickets } from './tickets.js';
import type { TicketRow } from '../entities/ticket.entity.js';

/** Several tickets about one thing become one; all of them are locked. */
@AppProvider()
export class MergeTickets {
  constructor(
    private readonly access: TicketAccess,
    private readonly rows: TicketRepository,
    private readonly messages: MessageRepository,
    private readonly story: StoryRepository,
    private readonly tickets: Tickets,
    private readonly news: SupportNews,
  ) {}

  async merge(into: TicketChange, sources: TicketChange[], actorId: string): Promise<void> {
    const { ticket } = into;
    if (sources.some((source) => source.ticket.requester_id !== ticket.requester_id))
      throw new Refusal(400, 'Tickets are of different requesters');
    for (const change of [into, ...sources]) await this.access.refuseMerged(change.ticket);
    if (ticket.status === 'closed') throw new Refusal(409, 'Ticket is closed');

    const from = sources.map((source) => source.ticket);
    await this.move(ticket, from);
    into.touch();
    into.inherit(from);
    for (const source of sources) {
      source.close();
      source.ticket.merged_into_id = ticket.id;
      source.event('merged', { into: ticket.number });
    }
    const numbers = from.map(({ number }) => number);
    into.event('merged', { from: numbers });
    await this.tickets.keep([into, ...sources]);
    this.news.merged(ticket, numbers, actorId);
  }

  private async move(ticket: TicketRow, from: TicketRow[]): Promise<void> {
    const ids = from.map(({ id }) => id);
    ticket.last_seq = await this.messages.move(ticket.id, ids);
    for (const source of from) source.last_seq = 0;
    await this.story.move(ticket.id, ids);
    await this.rows.findByWordsOf(ticket.id, ids);
  }
}
