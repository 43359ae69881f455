import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { money } from '../kernel/selling/prices.js';
import type { Booking } from './entities/booking.entity.js';
import type { TitledSession } from './sessions/session.repository.js';
import { titleOf } from './sessions/session.views.js';

const aboutSession = ({ id, offering_id, starts_at }: TitledSession) => ({ session_id: id, offering_id, starts_at });
const about = (session: TitledSession, { id }: Pick<Booking, 'id'>) => ({ ...aboutSession(session), booking_id: id });

/** `in 2 days`, `in 15 minutes` */
function inMinutes(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What hosts and participants are told, in the transaction in which it happened. */
@AppProvider()
export class SessionNotificationsService {
  constructor(private readonly notifications: AppNotificationsService) {}

  notifyBooked(session: TitledSession, booking: Booking): void {
    const title = titleOf(session);
    const notice = { type: 'live-sessions.booked', title, data: about(session, booking) } as const;
    this.notify([booking.owner_id], { ...notice, body: `Your booking of ${title} is confirmed.` });
    this.notify([booking.host_id], { ...notice, body: `${title} was booked.` });
  }

  notifyMoved(session: TitledSession, participantIds: string[]): void {
    const title = titleOf(session);
    const body = `${title} has another time. You may cancel until it begins.`;
    this.notify(participantIds, { type: 'live-sessions.moved', title, body, data: aboutSession(session) });
  }

  notifySessionCancelled(session: TitledSession, participantIds: string[], reason: string | undefined): void {
    const title = titleOf(session);
    const body = `${title} was cancelled.${reason === undefined ? '' : ` ${reason}`}`;
    const data = { ...aboutSession(session), reason: reason ?? null };
    this.notify(participantIds, { type: 'live-sessions.cancelled', title, body, data });
  }

  notifyRecordingReady(session: TitledSession, participantIds: string[]): void {
    const title = titleOf(session);
    const body = `The recording of ${title} is ready.`;
    this.notify(participantIds, { type: 'live-sessions.recording_ready', title, body, data: aboutSession(session) });
  }

  /** To the other side; to both if the system has cancelled. */
  notifyBookingCancelled(session: TitledSession, booking: Booking): void {
    const { owner_id, host_id, cancelled_by, cancel_reason } = booking;
    const title = titleOf(session);
    const body = `A booking of ${title} was cancelled.${cancel_reason === null ? '' : ` ${cancel_reason}`}`;
    const data = { ...about(session, booking), cancelled_by, reason: cancel_reason };
    const to = cancelled_by === 'host' ? [owner_id] : cancelled_by === 'participant' ? [host_id] : [owner_id, host_id];
    this.notify(to, { type: 'live-sessions.booking_cancelled', title, body, data });
  }

  notifyRescheduled(session: TitledSession, booking: Booking): void {
    const title = titleOf(session);
    const body = `A participant has moved their booking of ${title}.`;
    this.notify([booking.host_id], { type: 'live-sessions.rescheduled', title, body, data: about(session, booking) });
  }

  notifyUnfulfilled(session: TitledSession, booking: Booking): void {
    const title = titleOf(session);
    const body = `${title} was paid for, and cannot be given any more: the payment is to be refunded.`;
    const data = { ...about(session, booking), payment_id: booking.payment_id };
    const to = [booking.owner_id, booking.host_id];
    this.notify(to, { type: 'live-sessions.booking_unfulfilled', title, body, data });
  }

  notifyRefunded(session: TitledSession, booking: Booking): void {
    const { owner_id, refunded_minor, currency } = booking;
    const title = titleOf(session);
    const amount = money(refunded_minor, currency);
    const body = `You got ${amount} ${currency.toUpperCase()} back for ${title}.`;
    const data = { ...about(session, booking), amount, currency };
    this.notify([owner_id], { type: 'live-sessions.refunded', title, body, data });
  }

  notifyReminder(session: TitledSession, participantIds: string[], minutes: number): void {
    const title = titleOf(session);
    const body = `${title} begins ${inMinutes(minutes)}.`;
    const data = { ...aboutSession(session), minutes };
    this.notify([session.owner_id, ...participantIds], { type: 'live-sessions.reminder', title, body, data });
  }

  /** Whose account is deleted is null, and not told. */
  private notify(userIds: (string | null)[], notice: AppNotice): void {
    const known = userIds.filter((id) => id !== null);
    if (known.length) this.notifications.notifyMany(known, notice);
  }
}
