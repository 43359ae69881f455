import { saying } from '../../../platform/http/fields.js';
import { Chars, Instant, Optional, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { TimeZone } from '../../kernel/calendar/time.fields.js';
import { AppPaymentsService, type AppSale } from '../../kernel/selling/app-payments.service.js';
import { Answers } from '../bookings/booking.inputs.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { BookedFields, presentBooking } from '../bookings/booking.views.js';
import { NewBookingsService, TOO_MANY_HOLDS, WHAT_TO_BOOK } from '../bookings/new-bookings.service.js';
import { ALREADY, CLOSED, FULL, TAKEN } from '../bookings/placing.service.js';
import type { Booking } from '../entities/booking.entity.js';
import { OfferingRepository } from '../offerings/offering.repository.js';
import { NOT_AVAILABLE } from '../schedules/slots.service.js';
import { SessionRepository, type TitledSession } from '../sessions/session.repository.js';
import { presentBookedSession, titleOf } from '../sessions/session.views.js';

class Input {
  /** Of a one-to-one offering, with `starts_at`. */
  @Optional() @Uuid() offering_id?: string;
  @Optional() @Instant() starts_at?: string;
  /** Of a group. */
  @Optional() @Uuid() session_id?: string;
  /** Of the participant. */
  @Optional() @TimeZone(saying('Unknown time zone')) timezone?: string;
  @Optional() @Answers() answers?: Record<string, string>;
  /** The same again gives the first answer. */
  @Optional() @Chars(1, 100) request_key?: string;
  @Optional() @WebAddress() success_url?: string;
  @Optional() @WebAddress() cancel_url?: string;
}

@Action('book-session', {
  access: 'authenticated',
  changes: true,
  about: 'booking',
  outside: true,
  description: 'Books a time or a seat: confirmed at once where nothing is to be paid, else held while it is paid.',
  input: Input,
  result: BookedFields,
  refuses: {
    400: [
      WHAT_TO_BOOK,
      'You cannot book your own session',
      'Answer required: {label}',
      'Unknown time zone',
      'success_url and cancel_url are required',
      'Seller does not have a connected processor account',
    ],
    404: ['Offering not found', 'Session not found'],
    409: [NOT_AVAILABLE, TAKEN, FULL, CLOSED, ALREADY, TOO_MANY_HOLDS],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class BookSession {
  constructor(
    private readonly newBookings: NewBookingsService,
    private readonly bookings: BookingRepository,
    private readonly offerings: OfferingRepository,
    private readonly sessions: SessionRepository,
    private readonly payments: AppPaymentsService,
  ) {}

  async run(call: Call<Input>): Promise<Outside | BookedFields> {
    const { input, caller, operationId } = call;
    await this.offerings.keepHost(input);
    await this.bookings.lockParticipant(caller.id);
    const earlier = await this.bookings.earlier(caller.id, operationId, input.request_key);
    // Its time ran out before it had a page, so nobody could pay it.
    const isVoid = earlier?.status === 'expired' && earlier.checkout_url === null;
    if (isVoid) await this.newBookings.undo(earlier);
    else if (earlier) return this.again(call, earlier);
    const { booking, session } = await this.newBookings.book(caller, operationId, input);
    if (booking.payment_id === null) return answerOf(booking, session);
    return this.open(call, booking, session, () => this.newBookings.undo(booking));
  }

  /** The first answer; an attempt that got no page gets one now. */
  private async again(call: Call<Input>, earlier: Booking): Promise<Outside | BookedFields> {
    const session = (await this.sessions.read(earlier.session_id)) as TitledSession;
    if (earlier.status !== 'held' || earlier.checkout_url !== null) return answerOf(earlier, session);
    // The attempt that has made the booking takes it back, or the job does.
    return this.open(call, earlier, session, () => Promise.resolve());
  }

  private async open(
    { input, caller }: Call<Input>,
    booking: Booking,
    session: TitledSession,
    undo: () => Promise<void>,
  ): Promise<Outside> {
    const sale: AppSale = {
      id: booking.payment_id as string,
      seller_id: booking.host_id as string,
      buyer: { id: caller.id, email: caller.email },
      amount: BigInt(booking.price_minor),
      currency: booking.currency,
      description: titleOf(session),
      app_slug: 'live-sessions',
      reference_type: 'booking',
      reference_id: booking.id,
      expires_at: booking.hold_expires_at as Date,
      success_url: input.success_url,
      cancel_url: input.cancel_url,
    };
    return this.payments.checkout(sale, {
      done: async (checkout_url) => {
        const opened = await this.bookings.updateOne({ id: booking.id, status: 'held' }, { checkout_url });
        // The host has cancelled the session meanwhile.
        if (!opened) throw new Refusal(409, CLOSED);
        return answerOf(opened, session);
      },
      undo,
    });
  }
}

const answerOf = (booking: Booking, session: TitledSession): BookedFields =>
  booking.payment_id === null
    ? { booking: presentBooking(booking), session: presentBookedSession(session) }
    : {
        booking: presentBooking(booking),
        checkout_url: booking.checkout_url ?? undefined,
        payment_id: booking.payment_id,
      };
