import { AppProvider } from '../kernel/app-provider.js';
import type { Described } from '../contracts/described.js';
import type { QuizResult, QuizzesService as Exported } from '../contracts/quizzes.js';
import { TakerRepository } from './attempts/taker.repository.js';
import { QuizRepository } from './quizzes/quiz.repository.js';

/** What other apps ask of quizzes. */
@AppProvider()
export class QuizzesService implements Exported {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly takers: TakerRepository,
  ) {}

  describe(ids: string[]): Promise<Described[]> {
    return this.quizzes.describe(ids);
  }

  async result(userId: string, quizId: string): Promise<QuizResult | undefined> {
    const result = await this.takers.result(quizId, userId);
    if (!result || result.percent === null) return undefined;
    return { percent: result.percent, passed: result.passed };
  }
}
