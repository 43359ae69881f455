import { answerWith } from '../../../platform/http/answers.js';
import { Email, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { hasEnded, type TicketedEvent } from '../catalogue/event.entity.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { TICKET, type Ticket } from '../orders/order.entity.js';
import { OrderNotificationsService } from '../orders/order-notifications.service.js';
import { TicketRepository } from '../orders/order.repository.js';
import { newTicketCode } from '../orders/ticket-code.js';
import { presentTicket, TicketPresenter, TicketView } from '../orders/ticket.views.js';

class Input {
  @Uuid() ticket_id!: string;
  @Optional() @Written(1, 120) attendee_name?: string;
  @Optional() @Nullable() @Email() attendee_email?: string | null;
  @Optional() @Uuid() to_user_id?: string;
}

class Result extends answerWith('ticket', () => TicketView) {}

@Action('transfer-ticket', {
  access: 'owner',
  target: TICKET,
  changes: true,
  description: 'Changes who attends, or hands the ticket to another user, for whom a new code is drawn.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Nothing to change'],
    404: ['User not found'],
    409: ['Ticket is not valid', 'Ticket is already checked in', 'Event has ended'],
  },
})
export class TransferTicket {
  constructor(
    private readonly tickets: TicketRepository,
    private readonly events: EventRepository,
    private readonly presenter: TicketPresenter,
    private readonly notifications: OrderNotificationsService,
  ) {}

  async run({ input, target: ticket, caller }: Call<Input, Ticket>) {
    const { attendee_name, attendee_email, to_user_id } = input;
    const isHandedOver = to_user_id !== undefined && to_user_id !== ticket.owner_id;
    if (attendee_name === undefined && attendee_email === undefined && !isHandedOver)
      throw new Refusal(400, 'Nothing to change');
    if (ticket.status !== 'valid') throw new Refusal(409, 'Ticket is not valid');
    if (ticket.checked_in_at) throw new Refusal(409, 'Ticket is already checked in');
    const event = (await this.events.findOne({ id: ticket.event_id })) as TicketedEvent;
    if (hasEnded(event)) throw new Refusal(409, 'Event has ended');
    if (isHandedOver && !(await this.events.areUsers([to_user_id]))) throw notFound('User');
    const { currency } = event;
    const names = { attendee_name, attendee_email };
    if (!isHandedOver) return { ticket: this.presenter.own(await this.tickets.change(ticket.id, names), currency) };
    // The code of before opens nothing any more.
    const handedOver = { owner_id: to_user_id, code: newTicketCode() };
    const after = await this.tickets.change(ticket.id, { attendee_email: null, ...given(names), ...handedOver });
    this.notifications.notifyReceived(event, after, caller.id);
    return { ticket: presentTicket(after, currency) };
  }
}

const given = (fields: object) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
