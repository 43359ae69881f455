import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import type { QuizQuestion } from '../entities/quiz.entity.js';
import { Regrade, type Regraded } from '../jobs/regrade.job.js';
import { QuestionRepository } from './question.repository.js';

/** Enqueues the regrade of finished attempts after a change of a question. */
@AppProvider()
export class QuestionRegradingService {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly jobs: JobsService,
    private readonly regrade: Regrade,
  ) {}

  /** Returns the number of attempts that are graded again. `key_version`: the version of the changed key. */
  async enqueue({ id, quiz_id }: QuizQuestion, how: Regraded['how'], key_version?: number): Promise<number> {
    await this.jobs.enqueue(this.regrade, { quiz_id, question_id: id, how, key_version });
    return this.questions.countAttempts(id);
  }
}
