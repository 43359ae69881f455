import { Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { presentTicket } from '../support.presenter.js';
import { TicketResult } from '../support.views.js';
import { CloseTickets } from '../tickets/close-tickets.js';
import { TicketAccess } from '../tickets/ticket-access.js';

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
    private readonly access: TicketAccess,
    private readonly closing: CloseTickets,
  ) {}

  async run({ input: { ticket_id, comment }, caller }: Call<Input>) {
    const { change, isDesk } = await this.access.change(ticket_id, caller);
    if (change.ticket.status !== 'closed') await this.closing.close(change, caller, comment);
    return { ticket: presentTicket(change.ticket, isDesk) };
  }
}
