import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz, QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { ResultsService } from './results.service.js';
import { gradedBy } from './answer.policy.js';
import { AnswerRepository } from './answer.repository.js';
import { isOverdue } from './attempt.policy.js';
import { AttemptRepository, type Scored } from './attempt.repository.js';

/** The end of an attempt: by its taker, or by its time. */
@AppProvider()
export class AttemptFinishService {
  constructor(
    private readonly attempts: AttemptRepository,
    private readonly answers: AnswerRepository,
    private readonly questions: QuestionRepository,
    private readonly quizzes: QuizRepository,
    private readonly results: ResultsService,
    private readonly database: DatabaseService,
  ) {}

  /** Finishes a running attempt that is locked, and grades what needs no person. */
  async finish(quiz: Quiz, attempt: QuizAttempt): Promise<QuizAttempt> {
    const { id, due_at, layout } = attempt;
    const isLate = isOverdue(attempt);
    const now = new Date();
    const submitted_at = due_at && due_at < now ? due_at : now;
    // Read after the attempt was locked: for a key that is changed later there is the regrade job.
    const questions = await this.questions.byIds(layout.map((drawn) => drawn.id));
    const given = new Map((await this.answers.ofAttempt(id)).map((row) => [row.question_id, row.response]));
    const measured = layout.map((drawn) => {
      const question = questions.get(drawn.id) as QuizQuestion;
      const points = gradedBy(question, given.get(drawn.id) ?? null, drawn);
      return { question_id: drawn.id, points, key_version: question.key_version };
    });
    await this.answers.settle(id, measured, submitted_at);
    const changes = { status: 'submitted', submitted_at, auto_submitted: isLate, updated_at: NOW } as const;
    await this.attempts.update({ id }, changes);
    const [scored] = (await this.results.score(quiz.id, [id])) as [Scored];
    await this.results.notifyFinished(quiz, scored, isLate);
    return scored;
  }

  /** Finishes an attempt whose time is up, at any request that reads it. Returns the attempt as it is then. */
  async finishIfOverdue(id: string): Promise<QuizAttempt | undefined> {
    return this.database.transaction(async () => {
      const attempt = await this.attempts.findOne({ id }, { lock: 'no key update' });
      if (!attempt || !isOverdue(attempt)) return attempt;
      return this.finish(await this.quizzes.the({ id: attempt.quiz_id }, 'Quiz'), attempt);
    });
  }

  /** The running attempt, locked. One whose time is up is finished, and runs no more. */
  async lockRunning(quiz: Quiz, userId: string): Promise<QuizAttempt | undefined> {
    const running = { quiz_id: quiz.id, owner_id: userId, status: 'in_progress' } as const;
    const attempt = await this.attempts.findOne(running, { lock: 'no key update' });
    if (!attempt || !isOverdue(attempt)) return attempt;
    await this.finish(quiz, attempt);
    return undefined;
  }
}
