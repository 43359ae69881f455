import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ArrayUnique, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { presentTicket, TicketResult } from '../support.views.js';
import type { TicketRow } from '../entities/ticket.entity.js';
import { MessageRepository } from '../messages/message.repository.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { TicketEventRepository } from '../tickets/ticket-event.repository.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { TicketsService } from '../tickets/tickets.service.js';
import { TicketAccessService } from '../tickets/ticket-access.service.js';
import type { TicketChange } from '../tickets/ticket-change.js';

class Input {
  @Uuid() into_ticket_id!: string;
  /** Of the same desk and the same requester. */
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(10) @ArrayUnique() @Uuid({ each: true }) ticket_ids!: string[];
}

@Action('merge-tickets', {
  access: 'authenticated',
  changes: true,
  about: 'ticket',
  description: 'Several tickets of a customer become one: all that was said goes on there, in order of time.',
  input: Input,
  result: TicketResult,
  refuses: {
    400: ['Tickets are of different requesters'],
    403: ['Forbidden'],
    404: ['Ticket not found'],
    409: ['Ticket was merged into #<n>', 'Ticket is closed'],
  },
})
export class MergeTickets {
  constructor(
    private readonly access: TicketAccessService,
    private readonly rows: TicketRepository,
    private readonly messages: MessageRepository,
    private readonly events: TicketEventRepository,
    private readonly tickets: TicketsService,
    private readonly notifications: SupportNotificationsService,
  ) {}

  async run({ input: { into_ticket_id, ticket_ids }, caller }: Call<Input>) {
    if (ticket_ids.includes(into_ticket_id))
      throw invalid({
        field: 'ticket_ids',
        message: 'ticket_ids must not name the ticket that they go into',
      });
    const changes = await this.access.changeAll([into_ticket_id, ...ticket_ids], caller);
    const [into, ...sources] = changes as [TicketChange, ...TicketChange[]];
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
    this.notifications.merged(ticket, numbers, caller.id);
    return { ticket: presentTicket(ticket, true) };
  }

  private async move(ticket: TicketRow, from: TicketRow[]): Promise<void> {
    const ids = from.map(({ id }) => id);
    ticket.last_seq = await this.messages.move(ticket.id, ids);
    for (const source of from) source.last_seq = 0;
    await this.events.move(ticket.id, ids);
    await this.rows.findByWordsOf(ticket.id, ids);
  }
}
