import { NOW, plus } from '../../../platform/database/entity.repository.js';
import { Instant, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BookingView, presentBooking } from '../bookings/booking.views.js';
import { aheadOf, mayStillChange } from '../bookings/booking.policy.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { ALREADY, FULL, TAKEN } from '../bookings/placing.service.js';
import { ReschedulingService, WHERE_TO_MOVE } from '../bookings/rescheduling.service.js';
import { BOOKING, type Booking } from '../entities/booking.entity.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';
import { NOT_AVAILABLE } from '../schedules/slots.service.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { BookedSessionView, presentBookedSession } from '../sessions/session.views.js';

class Input {
  @Uuid() booking_id!: string;
  /** Of a one-to-one session. */
  @Optional() @Instant() starts_at?: string;
  /** Of a group: another session of the same offering. */
  @Optional() @Uuid() session_id?: string;
}

class Result {
  @Nested(() => BookingView) booking!: BookingView;
  @Nested(() => BookedSessionView) session!: BookedSessionView;
}

const MOST_MOVES = 3;
const TOO_LATE = 'Rescheduling is no longer possible';
const TOO_OFTEN = `At most ${MOST_MOVES} moves`;
const NOT_CONFIRMED = 'Booking is not confirmed';

@Action('reschedule-booking', {
  access: 'owner',
  target: BOOKING,
  changes: true,
  description: 'Moves a booking to another time, or to another session of the same offering; what was paid goes along.',
  input: Input,
  result: Result,
  refuses: {
    400: [WHERE_TO_MOVE, 'Sessions are of different offerings'],
    404: ['Session not found'],
    409: [TOO_LATE, TOO_OFTEN, NOT_AVAILABLE, TAKEN, FULL, NOT_CONFIRMED, ALREADY],
  },
})
export class RescheduleBooking {
  constructor(
    private readonly calendars: ScheduleRepository,
    private readonly sessions: SessionRepository,
    private readonly bookings: BookingRepository,
    private readonly rescheduling: ReschedulingService,
    private readonly notifications: SessionNotificationsService,
  ) {}

  async run({ input, target: seen }: Call<Input, Booking>): Promise<Result> {
    const { starts_at, session_id } = input;
    if ((starts_at === undefined) === (session_id === undefined)) throw new Refusal(400, WHERE_TO_MOVE);
    if (starts_at !== undefined && seen.host_id !== null) await this.calendars.lockCalendar(seen.host_id);
    const from = await this.bookings.holdInSession(seen.id);
    const locked = await this.sessions.lockAll([from, session_id].filter((id) => id !== undefined));
    const session = locked.find(({ id }) => id === from);
    const booking = session && (await this.bookings.lock(seen.id));
    if (!booking) throw notFound('Booking');
    if (booking.status !== 'confirmed') throw new Refusal(409, NOT_CONFIRMED);
    if (!mayStillChange(session, booking, Date.now())) throw new Refusal(409, TOO_LATE);
    if (booking.moves >= MOST_MOVES) throw new Refusal(409, TOO_OFTEN);
    const to =
      starts_at === undefined
        ? await this.rescheduling.toSession(
            session,
            booking,
            locked.find(({ id }) => id === session_id),
          )
        : await this.rescheduling.toTime(session, new Date(starts_at));
    // A session that moves counts its versions itself.
    const calendar_ahead = to.id === session.id ? booking.calendar_ahead : aheadOf(booking, session, to);
    const changes = { session_id: to.id, calendar_ahead, moves: plus(1), joined_at: null, updated_at: NOW };
    const moved = (await this.bookings.updateOne({ id: booking.id }, changes)) as Booking;
    this.notifications.notifyRescheduled(to, moved);
    return { booking: presentBooking(moved), session: presentBookedSession(to) };
  }
}
