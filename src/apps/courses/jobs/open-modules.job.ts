import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { ReminderRepository } from './reminder.repository.js';

const BATCH = 500;

/** Notifies students that a module has opened, once of each module. */
@AppProvider()
export class OpenModules extends BatchJob {
  readonly name = 'courses.open-modules';
  override readonly every = '13 * * * *';

  constructor(
    private readonly reminders: ReminderRepository,
    private readonly notifications: CourseNotificationsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const opened = await this.reminders.openModules(BATCH);
    for (const { course_id, course_title, user_ids, module_id, title } of opened) {
      const course = { id: course_id, title: course_title };
      await this.notifications.notifyNewContent(course, user_ids, { module_id, title });
    }
    return opened.length > 0;
  }
}
