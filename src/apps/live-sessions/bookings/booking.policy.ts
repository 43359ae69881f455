import { HOUR } from '../../kernel/calendar/wall-clock.js';
import type { Booking } from '../entities/booking.entity.js';
import type { SessionOfOffering } from '../sessions/session.repository.js';

export const isActive = ({ status }: Pick<Booking, 'status'>) => status === 'held' || status === 'confirmed';

/** What the host has still to give back when the booking ends. */
export const owedOf = ({ paid_at, price_minor, refunded_minor }: Booking) =>
  paid_at === null ? 0 : price_minor - refunded_minor;

/** Whether a participant may still cancel or move a confirmed booking. */
export function mayStillChange(session: SessionOfOffering, booking: Booking, now: number): boolean {
  const start = +session.starts_at;
  if (start <= now) return false;
  if (booking.price_minor === 0 || booking.free_cancel) return true;
  return session.cancel_until_hours !== null && now <= start - session.cancel_until_hours * HOUR;
}

/** Whether the participant of a booking sees the recording of its session. */
export const seesRecording = (
  { status }: Pick<Booking, 'status'>,
  { recording_until }: Pick<SessionOfOffering, 'recording_until'>,
  now: number,
) => status === 'confirmed' && (recording_until === null || +recording_until > now);

/** Who has booked, by session. */
export function participantsBySession(bookings: Pick<Booking, 'session_id' | 'owner_id'>[]): Map<string, string[]> {
  const participants = new Map<string, string[]>();
  for (const { session_id, owner_id } of bookings)
    participants.set(session_id, [...(participants.get(session_id) ?? []), owner_id]);
  return participants;
}
