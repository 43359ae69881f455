import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { AssignmentsSettings } from '../assignments.settings.js';
import { type DueLearner, ReminderRepository } from './reminder.repository.js';

const BATCH = 500;
const HOUR_MS = 3_600_000;

/** Reminds learners before the due date, once for each of the reminder hours in the teacher's settings. */
@AppProvider()
export class DueReminders extends Job {
  readonly name = 'assignments.due-reminders';
  override readonly every = '11 * * * *';

  constructor(
    private readonly reminders: ReminderRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AssignmentNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inBatches(this.database, (after) => this.batch(after));
  }

  /** Returns the last id of the batch; undefined at the end. */
  private async batch(after: string): Promise<string | undefined> {
    const found = await this.reminders.due(after, BATCH);
    const teachers = [...new Set(found.map(({ owner_id }) => owner_id))];
    const settings = await this.settings.ofMany(AssignmentsSettings, teachers);
    const due = found.filter((learner) => isDue(learner, settings.get(learner.owner_id)?.reminder_hours ?? []));
    for (const { assignment_id, title, user_id, due_at } of due)
      this.notifications.due({ id: assignment_id, title }, user_id, due_at);
    await this.reminders.reminded(due.map(({ id }) => id));
    return found.at(-1)?.id;
  }
}

/** Whether one of the reminder hours has passed since the learner's last reminder. */
function isDue({ due_at, due_notice_at, now }: DueLearner, hours: number[]): boolean {
  return hours.some((before) => {
    const at = due_at.getTime() - before * HOUR_MS;
    return at <= now.getTime() && (!due_notice_at || due_notice_at.getTime() < at);
  });
}
