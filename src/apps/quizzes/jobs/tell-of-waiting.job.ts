import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { QuizNews } from '../quiz-news.js';
import { QuizzesSettings } from '../quizzes.settings.js';
import { NoticeRepository, type WaitingQuiz } from './notice.repository.js';

/** In one go, so that an owner hears of it once a day. */
const MOST = 10_000;

/** Each day what has come to be marked, to those who do not want to hear of each. */
@AppProvider()
export class TellOfWaiting extends Job {
  readonly name = 'quizzes.tell-of-waiting';
  override readonly every = '0 8 * * *';

  constructor(
    private readonly notices: NoticeRepository,
    private readonly settings: AppSettings,
    private readonly news: QuizNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.tell());
  }

  private async tell(): Promise<void> {
    const byOwner = new Map<string, WaitingQuiz[]>();
    for (const quiz of await this.notices.waiting(MOST))
      byOwner.set(quiz.owner_id, [...(byOwner.get(quiz.owner_id) ?? []), quiz]);
    const settings = await this.settings.ofMany(QuizzesSettings, [...byOwner.keys()]);
    for (const [ownerId, quizzes] of byOwner)
      if (settings.get(ownerId)?.notify_to_grade !== 'off') this.news.waiting(ownerId, quizzes);
  }
}
