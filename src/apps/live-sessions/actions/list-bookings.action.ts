import { IsBoolean, IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { AddressesService } from '../addresses.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DayOrInstant } from '../../kernel/calendar/time.fields.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { BookingListRepository } from '../bookings/booking-list.repository.js';
import { seesRecording } from '../bookings/booking.policy.js';
import { ListedBookingView, presentBooking } from '../bookings/booking.views.js';
import { type Booking, BOOKING_STATUSES, type BookingStatus } from '../entities/booking.entity.js';
import { beginOf, endOf } from '../sessions/session.inputs.js';
import { type SessionOfOffering, SessionRepository } from '../sessions/session.repository.js';
import { presentBookedSession } from '../sessions/session.views.js';

class Input extends Page {
  /** As whom the caller asks. */
  @Optional() @IsIn(['participant', 'host']) role?: 'participant' | 'host';
  @Optional() @Uuid() session_id?: string;
  @Optional() @Uuid() offering_id?: string;
  @Optional() @IsIn(BOOKING_STATUSES) status?: BookingStatus;
  /** True: those that are to be refunded. */
  @Optional() @IsBoolean() refund_due?: boolean;
  @Optional() @DayOrInstant() from?: string;
  @Optional() @DayOrInstant() to?: string;
}

class Result extends pageOf('bookings', () => ListedBookingView) {}

@Action('list-bookings', {
  access: 'authenticated',
  description: 'The bookings of the caller, or those of the sessions that they host.',
  input: Input,
  result: Result,
})
export class ListBookings {
  constructor(
    private readonly lists: BookingListRepository,
    private readonly sessions: SessionRepository,
    private readonly addresses: AddressesService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const call = { ...rangeOf(input), query: pageQuery(input) };
    const isHost = input.role === 'host';
    const page = await (isHost ? this.lists.ofHost(caller.id, call) : this.lists.ofParticipant(caller.id, call));
    const sessions = await this.sessions.byIds(page.rows.map(({ session_id }) => session_id));
    const bookings = page.rows.map((booking) => {
      const session = sessions.get(booking.session_id) as SessionOfOffering;
      return {
        ...presentBooking(booking),
        session: presentBookedSession(session),
        ...('username' in booking
          ? { participant: { id: booking.owner_id, username: booking.username as string | null } }
          : this.forParticipant(booking, session)),
      };
    });
    return { bookings, next_cursor: page.next_cursor };
  }

  private forParticipant(booking: Booking, session: SessionOfOffering) {
    return {
      ics_url: this.addresses.calendarFile(booking.calendar_token),
      recording_url: seesRecording(booking, session, Date.now()) ? session.recording_url : null,
      checkout_url: booking.status === 'held' ? booking.checkout_url : null,
    };
  }
}

/** Soonest first from now on; with an end or a past beginning, newest first. What names a session or is owed has no range. */
function rangeOf({ session_id, offering_id, status, refund_due, from, to }: Input) {
  const isRanged = from !== undefined || to !== undefined;
  const isOpen = !isRanged && session_id === undefined && !refund_due;
  const isPast = to !== undefined || (from !== undefined && +beginOf(from) < Date.now()) || Boolean(refund_due);
  const filters = {
    session_id,
    offering_id,
    status,
    owed: refund_due ? true : undefined,
    now: isOpen ? true : undefined,
    from: from === undefined ? undefined : beginOf(from),
    to: to === undefined ? undefined : endOf(to),
  };
  return { filters, sort: isPast ? ('newest' as const) : ('soonest' as const) };
}
