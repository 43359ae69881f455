import { IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { CouponAttemptsService } from '../../kernel/selling/coupon-attempts.service.js';
import { EVENT, expectSeen, type TicketedEvent } from '../catalogue/event.entity.js';
import { PromoCodeRepository } from '../catalogue/ticket-type.repository.js';
import { EventsSettings } from '../events.settings.js';
import { BookingFields } from '../orders/booking.inputs.js';
import { BookingService } from '../orders/booking.service.js';
import { EventCheckoutsService } from '../orders/event-checkouts.service.js';
import { OrderView, presentOrder, TicketPresenter, TicketView } from '../orders/ticket.views.js';
import type { LockedEvent } from '../waitlist/offers.service.js';

class Result extends answerWith('order', () => OrderView) {
  /** Where nothing is to be paid. */
  @Optional() @ListOf(() => TicketView) tickets?: TicketView[];
  /** Where the order is to be paid. */
  @Optional() @IsString() checkout_url?: string;
  @Optional() @Uuid() payment_id?: string;
}

@Action('book-tickets', {
  access: 'authenticated',
  // Its organiser is locked before it.
  target: { ...EVENT, lock: false },
  changes: true,
  outside: true,
  description: 'Takes seats: for good where nothing is to be paid, else held until the order is paid.',
  input: BookingFields,
  result: Result,
  refuses: {
    400: [
      'Promo code is not valid',
      'Answer required: {label}',
      'One attendee per seat',
      'success_url and cancel_url are required',
      'You cannot buy tickets to your own event',
      'The total is too high for one payment',
      'Seller does not have a connected processor account',
    ],
    404: ['Ticket type not found', 'Waitlist entry not found'],
    409: [
      'Event is not open for booking',
      'Ticket type is not on sale',
      'Not enough tickets left',
      'Ticket limit per buyer reached',
      'Waitlist offer has expired',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class BookTickets {
  constructor(
    private readonly booking: BookingService,
    private readonly checkouts: EventCheckoutsService,
    private readonly codes: PromoCodeRepository,
    private readonly attempts: CouponAttemptsService,
    private readonly presenter: TicketPresenter,
    private readonly settings: AppSettings,
  ) {}

  /** Counts a guess at a code before the transaction. */
  async prepare(call: EarlyCall<BookingFields>): Promise<void> {
    const { promo_code: code, event_id } = call.input;
    if (code !== undefined) await this.attempts.guard(call, () => this.codes.byCode(event_id, code));
  }

  async run({ input, caller, target: seen, operationId }: Call<BookingFields, TicketedEvent>) {
    const locked = await this.booking.begin(seen.id);
    expectSeen(locked?.event, caller);
    const { event } = locked as LockedEvent;
    const terms = { paymentId: operationId, holdMinutes: await this.holdMinutes(event) };
    const { order, tickets } =
      (await this.booking.before(caller, input.request_key)) ??
      (await this.booking.book(caller, input, locked as LockedEvent, terms));
    if (order.status === 'pending') return this.checkouts.open(order, event, caller, input);
    if (order.payment_id) return this.checkouts.known(order);
    const shown = tickets.map((ticket) => this.presenter.own(ticket, order.currency));
    return { order: presentOrder(order), tickets: shown };
  }

  private async holdMinutes({ owner_id }: TicketedEvent): Promise<number> {
    if (owner_id === null) return 0;
    return (await this.settings.of(EventsSettings, owner_id)).hold_minutes;
  }
}
