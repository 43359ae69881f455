import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { BookingChangesService } from './bookings/booking-changes.service.js';
import { isActive, mayStillChange } from './bookings/booking.policy.js';
import { BookingRepository } from './bookings/booking.repository.js';
import { SessionNotificationsService } from './session-notifications.service.js';
import { SessionCancellationsService } from './sessions/session-cancellations.service.js';

/**
 * The coming sessions of a host are cancelled, and what was paid for them is refunded; past ones stay with those who
 * booked them, without a host. The seats of a participant are free again.
 */
@AppProvider()
export class LiveSessionsAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly accounts: AccountDeletionRepository,
    private readonly bookings: BookingRepository,
    private readonly changes: BookingChangesService,
    private readonly cancellations: SessionCancellationsService,
    private readonly notifications: SessionNotificationsService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.freeSeats(userId);
    await this.accounts.forget(userId);
    await this.cancellations.cancel(await this.accounts.lockHosted(userId), 'system', undefined);
    await this.accounts.keepForParticipants(userId);
  }

  private async freeSeats(participantId: string): Promise<void> {
    for (const session of await this.accounts.lockBooked(participantId)) {
      const booking = await this.bookings.latest(session.id, participantId);
      const isOver = session.status === 'ended' || +session.ends_at <= Date.now();
      if (!booking || !isActive(booking) || isOver) continue;
      const isOwed = mayStillChange(session, booking, Date.now());
      const ended = await this.changes.cancel(session, booking, 'participant', { isOwed });
      this.notifications.notifyBookingCancelled(ended.session, ended.booking);
    }
  }
}
