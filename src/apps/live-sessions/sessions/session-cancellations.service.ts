import { AppProvider } from '../../kernel/app-provider.js';
import { BookingChangesService } from '../bookings/booking-changes.service.js';
import { participantsBySession } from '../bookings/booking.policy.js';
import type { Booking, Canceller } from '../entities/booking.entity.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import { SessionRepository, type TitledSession } from './session.repository.js';

/** How whole sessions are cancelled. They are locked, and no session is over. */
@AppProvider()
export class SessionCancellationsService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly changes: BookingChangesService,
    private readonly notifications: SessionNotificationsService,
  ) {}

  async cancel(
    open: TitledSession[],
    by: Canceller,
    reason: string | undefined,
  ): Promise<{ sessions: TitledSession[]; bookings: Booking[] }> {
    if (!open.length) return { sessions: [], bookings: [] };
    const ids = open.map(({ id }) => id);
    const sessions = await this.sessions.cancelAll(ids, reason);
    const bookings = await this.changes.cancelAll(ids, by, reason);
    const participants = participantsBySession(bookings);
    for (const session of sessions)
      this.notifications.notifySessionCancelled(session, participants.get(session.id) ?? [], reason);
    return { sessions, bookings };
  }
}
