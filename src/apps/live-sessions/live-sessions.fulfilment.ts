import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { NOW, type Values } from '../../platform/database/entity.repository.js';
import { AppProvider } from '../kernel/app-provider.js';
import { BookingChangesService } from './bookings/booking-changes.service.js';
import { isActive } from './bookings/booking.policy.js';
import { BookingRepository } from './bookings/booking.repository.js';
import type { Booking } from './entities/booking.entity.js';
import { ScheduleRepository } from './schedules/schedule.repository.js';
import { SessionNotificationsService } from './session-notifications.service.js';
import { type SessionOfOffering, SessionRepository, type TitledSession } from './sessions/session.repository.js';
import { dueAfterRefund } from '../kernel/selling/owing.js';
import { isPaymentFor } from '../kernel/selling/payment-match.js';

/** What follows from payments and refunds of bookings. Money that has arrived is fulfilled or given back. */
@AppProvider()
export class LiveSessionsFulfilment extends Fulfilment {
  readonly app = 'live-sessions';

  constructor(
    private readonly bookings: BookingRepository,
    private readonly sessions: SessionRepository,
    private readonly calendars: ScheduleRepository,
    private readonly changes: BookingChangesService,
    private readonly notifications: SessionNotificationsService,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const known = await this.bookings.findOne({ payment_id: payment.id });
    if (!known) return false;
    // A late payment takes the time again.
    if (known.host_id !== null) await this.calendars.lockCalendar(known.host_id);
    const { session, booking } = await this.lock(known);
    if (booking.paid_at !== null || booking.status === 'refunded') return true;
    const taken = isPaymentFor(payment, askedFor(booking)) ? await this.take(session, booking) : undefined;
    if (!taken) await this.giveUp(session, booking);
    else {
      const confirmed = { status: 'confirmed', confirmed_at: NOW, paid_at: NOW } as const;
      this.notifications.notifyBooked(taken, await this.change(booking, confirmed));
    }
    return true;
  }

  async refunded(payment: AppPayment): Promise<void> {
    const known = await this.bookings.findOne({ payment_id: payment.id });
    if (!known) return;
    const { session, booking } = await this.lock(known);
    const { price_minor } = booking;
    const refunded_minor = Math.min(Number(payment.refunded_amount), price_minor);
    if (refunded_minor <= booking.refunded_minor) return;
    if (refunded_minor < price_minor) {
      await this.change(booking, { refunded_minor, refund_due_minor: dueAfterRefund(booking, refunded_minor) });
      return;
    }
    if (isActive(booking)) await this.endComing(session, booking);
    const whole = { status: 'refunded', refunded_minor, refund_due_minor: 0 } as const;
    this.notifications.notifyRefunded(session, await this.change(booking, whole));
  }

  /** A booking that was paid for keeps its session, so both are there. */
  private async lock(known: Booking): Promise<{ session: SessionOfOffering; booking: Booking }> {
    return (await this.changes.lock(known)) as { session: SessionOfOffering; booking: Booking };
  }

  /** The session with the seat of the booking; undefined: it cannot be had any more. */
  private async take(
    session: SessionOfOffering,
    { id, owner_id, status }: Booking,
  ): Promise<TitledSession | undefined> {
    if (status === 'held') return this.sessions.settleSeat(session.id);
    if (status !== 'expired') return undefined;
    const latest = await this.bookings.latest(session.id, owner_id);
    if (latest && latest.id !== id && isActive(latest)) return undefined;
    return session.kind === 'one_to_one'
      ? this.sessions.retake(session.id)
      : this.sessions.takeSeat(session.id, 'booked');
  }

  private async giveUp(session: SessionOfOffering, booking: Booking): Promise<void> {
    if (booking.status === 'held') await this.sessions.freeSeat(session, 'held');
    const ended = await this.change(booking, {
      status: 'cancelled',
      cancelled_by: booking.cancelled_by ?? 'system',
      cancelled_at: booking.cancelled_at ?? NOW,
      paid_at: NOW,
      refund_due_minor: booking.price_minor - booking.refunded_minor,
    });
    await this.changes.refund([ended]);
    this.notifications.notifyUnfulfilled(session, ended);
  }

  /** The seat or the time of a session that is not over is free again; of one that is over, attendance stays. */
  private async endComing(session: SessionOfOffering, booking: Booking): Promise<void> {
    const isOver = session.status === 'ended' || +session.ends_at <= Date.now();
    if (isOver && booking.status === 'confirmed') return;
    await this.sessions.freeSeat(session, booking.status === 'held' ? 'held' : 'booked');
    await this.change(booking, { cancelled_by: 'system', cancelled_at: NOW });
  }

  private async change({ id }: Booking, values: Values<Booking>): Promise<Booking> {
    return (await this.bookings.updateOne({ id }, { ...values, updated_at: NOW })) as Booking;
  }
}

const askedFor = ({ owner_id, host_id, price_minor, currency }: Booking) => ({
  buyer_id: owner_id,
  seller_id: host_id,
  amount_minor: price_minor,
  currency,
});
