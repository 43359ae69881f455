import { NOW } from '../../../platform/database/entity.repository.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Booking, Canceller } from '../entities/booking.entity.js';
import { StartRefunds } from '../jobs/start-refunds.job.js';
import { type SessionOfOffering, SessionRepository, type TitledSession } from '../sessions/session.repository.js';
import { owedOf } from './booking.policy.js';
import { BookingRepository } from './booking.repository.js';

interface Ending {
  reason?: string;
  /** False: what was paid stays with the host. */
  isOwed?: boolean;
}

/** How bookings end. The session is locked before its bookings, everywhere. */
@AppProvider()
export class BookingChangesService {
  constructor(
    private readonly bookings: BookingRepository,
    private readonly sessions: SessionRepository,
    private readonly jobs: JobsService,
    private readonly refunds: StartRefunds,
  ) {}

  /** The session before its booking, as everywhere. Undefined: the booking is deleted. */
  async lock(known: Booking): Promise<{ session: SessionOfOffering; booking: Booking } | undefined> {
    const sessionId = await this.bookings.holdInSession(known.id);
    if (sessionId === undefined) return undefined;
    const session = await this.sessions.lock(sessionId);
    const booking = await this.bookings.lock(known.id);
    return session && booking && { session, booking };
  }

  /** Ends one active booking and frees its seat; both rows are locked. */
  async cancel(session: TitledSession, booking: Booking, by: Canceller, { reason, isOwed = true }: Ending = {}) {
    const after = await this.sessions.freeSeat(session, booking.status === 'held' ? 'held' : 'booked');
    const changes = { status: 'cancelled', cancelled_by: by, cancelled_at: NOW, updated_at: NOW } as const;
    const more = { cancel_reason: reason ?? null, refund_due_minor: isOwed ? owedOf(booking) : 0 };
    const ended = (await this.bookings.updateOne({ id: booking.id }, { ...changes, ...more })) as Booking;
    await this.refund([ended]);
    return { session: after, booking: ended };
  }

  /** Ends the active bookings of whole sessions, which are locked. */
  async cancelAll(sessionIds: string[], by: Canceller, reason: string | undefined): Promise<Booking[]> {
    const ended = await this.bookings.cancelAll(sessionIds, by, reason);
    await this.refund(ended);
    return ended;
  }

  /** Starts the refunds of what is due, once the transaction has committed. */
  async refund(ended: Booking[]): Promise<void> {
    if (ended.some(({ refund_due_minor }) => refund_due_minor > 0)) await this.jobs.enqueue(this.refunds, {});
  }
}
