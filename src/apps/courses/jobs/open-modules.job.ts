import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { CourseNews } from '../course-news.js';
import { ReminderRepository } from './reminder.repository.js';

const BATCH = 500;

/** Tells students that a module has opened, each of each once. */
@AppProvider()
export class OpenModules extends Job {
  readonly name = 'courses.open-modules';
  override readonly every = '13 * * * *';

  constructor(
    private readonly reminders: ReminderRepository,
    private readonly news: CourseNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while (await this.database.transaction(() => this.batch()));
  }

  private async batch(): Promise<boolean> {
    const opened = await this.reminders.openModules(BATCH);
    for (const { course_id, course_title, user_ids, module_id, title } of opened)
      await this.news.added({ id: course_id, title: course_title }, user_ids, { module_id, title });
    return opened.length > 0;
  }
}
