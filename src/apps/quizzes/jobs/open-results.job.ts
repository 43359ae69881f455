import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { QuizNews } from '../quiz-news.js';
import { NoticeRepository } from './notice.repository.js';

const BATCH = 500;

/** Results that may be seen since their quiz has closed, or since its owner has said so. */
@AppProvider()
export class OpenResults extends Job<{ quiz_id?: string }> {
  readonly name = 'quizzes.open-results';
  override readonly every = '11 * * * *';

  constructor(
    private readonly notices: NoticeRepository,
    private readonly news: QuizNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ quiz_id }: { quiz_id?: string } = {}): Promise<void> {
    while (await this.database.transaction(() => this.batch(quiz_id ?? null)));
  }

  private async batch(quizId: string | null): Promise<boolean> {
    const opened = await this.notices.openResults(quizId, BATCH);
    for (const { takers, ...quiz } of opened) this.news.results(quiz, takers ?? []);
    return opened.reduce((sum, { attempts }) => sum + attempts, 0) === BATCH;
  }
}
