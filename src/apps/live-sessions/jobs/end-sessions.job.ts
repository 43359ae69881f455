import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { DueSessionRepository } from '../sessions/due-session.repository.js';

/** Every ten minutes: sessions that nobody has ended an hour after their end. */
@AppProvider()
export class EndSessions extends BatchJob {
  readonly name = 'live-sessions.end-sessions';
  override readonly every = '*/10 * * * *';

  constructor(
    private readonly sessions: DueSessionRepository,
    private readonly bookings: BookingRepository,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ended = await this.sessions.endOverdue();
    const idsOf = (isHeld: boolean) =>
      ended.filter(({ started_at }) => (started_at !== null) === isHeld).map(({ id }) => id);
    await this.bookings.attend(idsOf(true), [], true);
    await this.bookings.attend(idsOf(false), [], false);
    return ended.length > 0;
  }
}
