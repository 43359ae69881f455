import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BookingChangesService } from '../bookings/booking-changes.service.js';
import { isActive, mayStillChange } from '../bookings/booking.policy.js';
import { BookingView, presentBooking } from '../bookings/booking.views.js';
import { BOOKING, type Booking, type Canceller } from '../entities/booking.entity.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import type { SessionOfOffering } from '../sessions/session.repository.js';

class Input {
  @Uuid() booking_id!: string;
  @Optional() @Written(1, 500) reason?: string;
}

class Result extends answerWith('booking', () => BookingView) {}

const TOO_LATE = 'Cancellation is no longer possible';
const NOT_ACTIVE = 'Booking is not active';

@Action('cancel-booking', {
  access: 'authenticated',
  target: BOOKING,
  party: ['owner_id', 'host_id'],
  changes: true,
  why: 'reason',
  description: 'Cancels a booking, by its participant or its host; what was paid is refunded.',
  input: Input,
  result: Result,
  refuses: { 409: [TOO_LATE, NOT_ACTIVE] },
})
export class CancelBooking {
  constructor(
    private readonly changes: BookingChangesService,
    private readonly notifications: SessionNotificationsService,
  ) {}

  async run({ input, target: seen, caller }: Call<Input, Booking>) {
    const locked = await this.changes.lock(seen);
    if (!locked) throw notFound('Booking');
    const { session, booking } = locked;
    if (!isActive(booking)) throw new Refusal(409, NOT_ACTIVE);
    const by = sideOf(booking, caller.id);
    if (!mayCancel(session, booking, by)) throw new Refusal(409, TOO_LATE);
    const ended = await this.changes.cancel(session, booking, by, { reason: input.reason });
    this.notifications.notifyBookingCancelled(ended.session, ended.booking);
    return { booking: presentBooking(ended.booking) };
  }
}

/** Administrators cancel for the system. */
function sideOf({ owner_id, host_id }: Booking, callerId: string): Canceller {
  if (callerId === owner_id) return 'participant';
  return callerId === host_id ? 'host' : 'system';
}

function mayCancel(session: SessionOfOffering, booking: Booking, by: Canceller): boolean {
  if (by !== 'participant') return session.status !== 'ended' && +session.ends_at > Date.now();
  return booking.status === 'held' || mayStillChange(session, booking, Date.now());
}
