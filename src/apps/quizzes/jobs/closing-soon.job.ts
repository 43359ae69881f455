import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { QuizNews } from '../quiz-news.js';
import { NoticeRepository } from './notice.repository.js';

const BATCH = 500;

/** A day before a quiz closes, to those who have begun and whose time nothing else ends. */
@AppProvider()
export class ClosingSoon extends Job {
  readonly name = 'quizzes.closing-soon';
  override readonly every = '23 * * * *';

  constructor(
    private readonly notices: NoticeRepository,
    private readonly news: QuizNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while (await this.database.transaction(() => this.batch()));
  }

  private async batch(): Promise<boolean> {
    const closing = await this.notices.closing(BATCH);
    for (const { attempt_id, owner_id, due_at, ...quiz } of closing)
      this.news.closingSoon(quiz, owner_id, attempt_id, due_at);
    return closing.length === BATCH;
  }
}
