import { Job } from '../../../jobs/job.js';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { EARLIEST_REMINDER_DAYS, FilerequestsSettings } from '../filerequests.settings.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { type ClosingRequest, RequestRepository } from '../requests/request.repository.js';
import { reminder } from './reminder.js';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Hourly: members who have not submitted are reminded, once for each mark before a request closes. */
@AppProvider()
export class AutoRemindJob extends Job {
  readonly name = 'filerequests.auto-remind';
  override readonly every = '20 * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly requests: RequestRepository,
    private readonly recipients: RecipientRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let batch: ClosingRequest[] = [];
    do {
      const { closes_at, id } = batch.at(-1) ?? { closes_at: new Date(), id: FIRST_ID };
      batch = await this.requests.closing({ closes_at, id }, EARLIEST_REMINDER_DAYS, BATCH);
      const settings = await this.settings.ofMany(FilerequestsSettings, [
        ...new Set(batch.map(({ owner_id }) => owner_id)),
      ]);
      for (const request of batch) {
        const { reminder_days } = settings.get(request.owner_id) as FilerequestsSettings;
        const mark = lastMark(request.closes_at, reminder_days, Date.now());
        if (mark) await this.remindAll(request, mark);
      }
    } while (batch.length === BATCH);
  }

  private async remindAll(request: ClosingRequest, mark: Date): Promise<void> {
    let isMore = true;
    while (isMore) isMore = await this.database.transaction(() => this.remind(request, mark));
  }

  /** Returns whether there may be more. */
  private async remind(request: ClosingRequest, mark: Date): Promise<boolean> {
    const members = await this.recipients.remindMembers(request.id, mark, BATCH);
    this.notifications.notifyMany(members, reminder(request));
    return members.length === BATCH;
  }
}

/** The latest of the times, so many days before the end, that have come. */
export function lastMark(closesAt: Date, days: number[], now: number): Date | undefined {
  const come = days.map((day) => closesAt.getTime() - day * DAY_MS).filter((time) => time <= now);
  return come.length ? new Date(Math.max(...come)) : undefined;
}
