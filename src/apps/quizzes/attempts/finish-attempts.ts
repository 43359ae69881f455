import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { QuizQuestion } from '../entities/quiz.entity.js';
import { gradedBy } from '../grading/grade.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { Results } from '../results/results.js';
import type { Scored } from '../results/score.repository.js';
import { AnswerRepository } from './answer.repository.js';
import { AttemptRepository } from './attempt.repository.js';
import { isOverdue } from './deadlines.js';

/** The end of an attempt: by its taker, or by its time. */
@AppProvider()
export class FinishAttempts {
  constructor(
    private readonly attempts: AttemptRepository,
    private readonly answers: AnswerRepository,
    private readonly questions: QuestionRepository,
    private readonly quizzes: QuizRepository,
    private readonly results: Results,
    private readonly database: DatabaseService,
  ) {}

  /** Of one that is locked and runs. What a machine can measure is measured. */
  async finish(attempt: QuizAttempt): Promise<QuizAttempt> {
    const { id, due_at, layout, quiz_id } = attempt;
    const isLate = isOverdue(attempt);
    const now = new Date();
    const submitted_at = due_at && due_at < now ? due_at : now;
    // Read after the attempt was locked: a key that is changed from now on is measured by the regrade.
    const questions = await this.questions.byIds(layout.map((drawn) => drawn.id));
    const given = new Map((await this.answers.of(id)).map((row) => [row.question_id, row.response]));
    const measured = layout.map((drawn) => {
      const question = questions.get(drawn.id) as QuizQuestion;
      const points = gradedBy(question, given.get(drawn.id) ?? null, drawn);
      return { question_id: drawn.id, points, key_version: question.key_version };
    });
    await this.answers.settle(id, measured, submitted_at);
    await this.attempts.update(id, { status: 'submitted', submitted_at, auto_submitted: isLate });
    const [scored] = (await this.results.score(quiz_id, [id])) as [Scored];
    await this.results.finished(await this.quizzes.the({ id: quiz_id }, 'Quiz'), scored, isLate);
    return (await this.attempts.find(id)) as QuizAttempt;
  }

  /** Finishes an attempt whose time is up, at any request that reads it; returns the finished attempt. */
  async ifOverdue(id: string): Promise<QuizAttempt | undefined> {
    return this.database.transaction(async () => {
      const attempt = await this.attempts.lock(id);
      return attempt && isOverdue(attempt) ? this.finish(attempt) : attempt;
    });
  }
}
