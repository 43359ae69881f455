import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ArrayUnique } from '../../../platform/http/input/array-unique.js';
import { Uuid } from '../../../platform/http/input/fields.js';
import { invalid } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { presentTicket } from '../support.presenter.js';
import { TicketResult } from '../support.views.js';
import { MergeTickets as Merge } from '../tickets/merge-tickets.js';
import { TicketAccess } from '../tickets/ticket-access.js';
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
    private readonly access: TicketAccess,
    private readonly merging: Merge,
  ) {}

  async run({ input: { into_ticket_id, ticket_ids }, caller }: Call<Input>) {
    if (ticket_ids.includes(into_ticket_id))
      throw invalid({
        field: 'ticket_ids',
        message: 'ticket_ids must not name the ticket that they go into',
      });
    const changes = await this.access.changeAll([into_ticket_id, ...ticket_ids], caller);
    const [into, ...sources] = changes as [TicketChange, ...TicketChange[]];
    await this.merging.merge(into, sources, caller.id);
    return { ticket: presentTicket(into.ticket, true) };
  }
}
