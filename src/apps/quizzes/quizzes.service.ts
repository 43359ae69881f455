import { AppProvider } from '../kernel/app-provider.js';
import type { Described } from '../contracts/described.js';
import type { QuizResult, QuizzesService as Exported } from '../contracts/quizzes.js';
import { StandingRepository } from './attempts/standing.repository.js';
import { QuizRepository } from './quizzes/quiz.repository.js';

/** What other apps ask of quizzes. */
@AppProvider()
export class QuizzesService implements Exported {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly standings: StandingRepository,
  ) {}

  describe(ids: string[]): Promise<Described[]> {
    return this.quizzes.describe(ids);
  }

  async result(userId: string, quizId: string): Promise<QuizResult | undefined> {
    const standing = await this.standings.of(quizId, userId);
    if (!standing || standing.percent === null) return undefined;
    return { percent: standing.percent, passed: standing.passed };
  }
}
