import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { Desks } from '../desks/desks.js';
import { Conversation } from '../messages/conversation.js';
import { SupportNews } from '../support-news.js';
import type { TicketChange } from './ticket-change.js';
import { Tickets } from './tickets.js';

/** The end of a ticket that is locked, by one of both sides; the other one hears of it. */
@AppProvider()
export class CloseTickets {
  constructor(
    private readonly conversation: Conversation,
    private readonly tickets: Tickets,
    private readonly desks: Desks,
    private readonly news: SupportNews,
  ) {}

  async close(change: TicketChange, { id }: Caller, comment?: string): Promise<void> {
    const { ticket } = change;
    const isOwn = ticket.requester_id === id;
    if (comment) {
      const author = { author_id: id, author_kind: isOwn ? 'requester' : 'agent' } as const;
      await this.conversation.say(change, { ...author, body: comment });
      if (isOwn) change.asked();
      else change.answered();
    }
    change.close();
    await this.tickets.keep([change]);
    const to = isOwn ? await this.desks.watching(ticket.owner_id, ticket.assignee_id) : [ticket.requester_id];
    this.news.ended(ticket, to, { body: comment || 'The ticket is closed.', actor_id: id });
  }
}
