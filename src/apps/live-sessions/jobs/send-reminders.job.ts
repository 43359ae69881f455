import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { participantsBySession } from '../bookings/booking.policy.js';
import { BookingRepository } from '../bookings/booking.repository.js';
import { LiveSessionsSettings } from '../live-sessions.settings.js';
import { SessionNotificationsService } from '../session-notifications.service.js';
import { DueSessionRepository } from '../sessions/due-session.repository.js';
import { remindingOf } from '../sessions/reminders.policy.js';

/** Every minute: reminds hosts and participants of what begins soon, once for each mark of a start. */
@AppProvider()
export class SendReminders extends BatchJob {
  readonly name = 'live-sessions.send-reminders';
  override readonly every = '* * * * *';

  constructor(
    private readonly sessions: DueSessionRepository,
    private readonly bookings: BookingRepository,
    private readonly settings: AppSettings,
    private readonly notifications: SessionNotificationsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const due = await this.sessions.lockToRemind();
    if (!due.length) return false;
    const hosts = [...new Set(due.map(({ owner_id }) => owner_id))].filter((id) => id !== null);
    const settings = await this.settings.ofMany(LiveSessionsSettings, hosts);
    const now = Date.now();
    const planned = due.map((session) => {
      const { reminder_minutes } = settings.get(session.owner_id as string) ?? new LiveSessionsSettings();
      return { session, ...remindingOf(session, reminder_minutes, now) };
    });
    const told = planned.filter(({ mark }) => mark !== undefined);
    const confirmed = await this.bookings.confirmedOf(told.map(({ session }) => session.id));
    const participants = participantsBySession(confirmed);
    for (const { session, mark } of told)
      this.notifications.notifyReminder(session, participants.get(session.id) ?? [], mark as number);
    await this.sessions.reminded(planned.map(({ session: { id }, sent, next }) => ({ id, sent, remind_at: next })));
    return true;
  }
}
