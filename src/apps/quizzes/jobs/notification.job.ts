import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { QuizNotificationsService } from '../quiz-notifications.service.js';
import { QuizzesSettings } from '../quizzes.settings.js';
import { NotificationRepository } from './notification.repository.js';

const BATCH = 500;
/** All at once, so that an owner gets one notification a day. */
const MOST = 10_000;

/** Notifies takers of results that may be seen since their quiz has closed, or since its owner has released them. */
@AppProvider()
export class OpenResults extends BatchJob<{ quiz_id?: string }> {
  readonly name = 'quizzes.open-results';
  override readonly every = '11 * * * *';

  constructor(
    private readonly rows: NotificationRepository,
    private readonly notifications: QuizNotificationsService,
  ) {
    super();
  }

  protected async batch({ quiz_id = null }: { quiz_id?: string | null } = {}): Promise<boolean> {
    const opened = await this.rows.openResults(quiz_id, BATCH);
    for (const { takers, ...quiz } of opened) this.notifications.notifyResults(quiz, takers ?? []);
    return opened.reduce((sum, { attempts }) => sum + attempts, 0) === BATCH;
  }
}

/** Notifies takers a day before a quiz closes, if their attempt is open and no time limit ends it. */
@AppProvider()
export class ClosingSoon extends BatchJob {
  readonly name = 'quizzes.closing-soon';
  override readonly every = '23 * * * *';

  constructor(
    private readonly rows: NotificationRepository,
    private readonly notifications: QuizNotificationsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const closing = await this.rows.closing(BATCH);
    for (const { attempt_id, owner_id, due_at, ...quiz } of closing)
      this.notifications.notifyClosing(quiz, owner_id, attempt_id, due_at);
    return closing.length === BATCH;
  }
}

/** Notifies owners each day of attempts to mark, unless they want one notification for each attempt, or none. */
@AppProvider()
export class NotifyToGrade extends Job {
  readonly name = 'quizzes.tell-of-waiting';
  override readonly every = '0 8 * * *';

  constructor(
    private readonly rows: NotificationRepository,
    private readonly settings: AppSettings,
    private readonly notifications: QuizNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.notify());
  }

  private async notify(): Promise<void> {
    const byOwner = grouped(await this.rows.waiting(MOST), ({ owner_id }) => owner_id);
    const settings = await this.settings.ofMany(QuizzesSettings, [...byOwner.keys()]);
    for (const [ownerId, quizzes] of byOwner)
      if (settings.get(ownerId)?.notify_to_grade !== 'off') this.notifications.notifyWaiting(ownerId, quizzes);
  }
}
