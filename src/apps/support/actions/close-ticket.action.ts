import type { Caller } from '../../../platform/access/access.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { presentTicket, TicketResult } from '../support.views.js';
import { DesksService } from '../desks/desks.service.js';
import { ConversationService } from '../messages/conversation.service.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import type { TicketChange } from '../tickets/ticket-change.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { TicketAccessService } from '../tickets/ticket-access.service.js';

class Input {
  @Uuid() ticket_id!: string;
  @Optional() @Written(0, 2000) comment?: string;
}

@Action('close-ticket', {
  access: 'authenticated',
  changes: true,
  about: 'ticket',
  description: 'Ends a ticket: its customer says that it is solved, or the desk does not wait any longer.',
  input: Input,
  result: TicketResult,
  refuses: { 403: ['Forbidden'], 404: ['Ticket not found'], 409: ['Too many messages'] },
})
export class CloseTicket {
  constructor(
    private readonly access: TicketAccessService,
    private readonly conversation: ConversationService,
    private readonly tickets: TicketsService,
    private readonly desks: DesksService,
    private readonly notifications: SupportNotificationsService,
  ) {}

  async run({ input: { ticket_id, comment }, caller }: Call<Input>) {
    const { change, isDesk } = await this.access.change(ticket_id, caller);
    if (change.ticket.status !== 'closed') await this.close(change, caller, comment);
    return { ticket: presentTicket(change.ticket, isDesk) };
  }

  /** One side closes the ticket, and the other one is notified. */
  private async close(change: TicketChange, { id }: Caller, comment?: string): Promise<void> {
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
    this.notifications.ended(ticket, to, { body: comment || 'The ticket is closed.', actor_id: id });
  }
}
