import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { CoursesSettings } from '../courses.settings.js';
import { ReminderRepository } from './reminder.repository.js';

const BATCH = 500;

/** Reminds students who began and stayed away, once per absence, after the number of days that the teacher set. */
@AppProvider()
export class Nudge extends Job {
  readonly name = 'courses.nudge';
  override readonly every = '0 9 * * *';

  constructor(
    private readonly reminders: ReminderRepository,
    private readonly settings: AppSettings,
    private readonly notifications: CourseNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inBatches(this.database, (after) => this.batch(after));
  }

  /** The last of the batch; undefined where there are no more. */
  private async batch(after: string): Promise<string | undefined> {
    const silent = await this.reminders.silent(after, BATCH);
    const users = [...new Set(silent.map(({ owner_id }) => owner_id))];
    const settings = await this.settings.ofMany(CoursesSettings, users);
    const due = silent.filter(({ owner_id, days }) => {
      const wanted = settings.get(owner_id)?.nudge_after_days ?? 0;
      return wanted > 0 && days >= wanted;
    });
    for (const { course_id, title, owner_id, progress_percent } of due)
      this.notifications.notifySilent({ id: course_id, title }, owner_id, progress_percent);
    await this.reminders.markReminded(due.map(({ id }) => id));
    return silent.at(-1)?.id;
  }
}
