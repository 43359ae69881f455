import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { gradedBy } from '../attempts/answer.policy.js';
import { AnswerRepository } from '../attempts/answer.repository.js';
import { AttemptRepository, type Batched } from '../attempts/attempt.repository.js';
import type { Drawn, QuizAnswer } from '../entities/quiz-attempt.entity.js';
import type { Quiz, QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { ResultsService } from '../attempts/results.service.js';

export interface Regraded {
  quiz_id: string;
  /** Undefined: the answers stay as they are graded, and only the results are computed again. */
  question_id?: string;
  /** `dropped`: the question no longer counts. */
  how?: 'corrected' | 'both' | 'everyone' | 'dropped';
  /** The version of the changed key. */
  key_version?: number;
}

const BATCH = 200;

/**
 * Grades finished attempts again, in batches, and changes the question in the layouts of running ones. Attempts that
 * were graded by this version of the key already are left out.
 */
@AppProvider()
export class Regrade extends Job<Regraded> {
  readonly name = 'quizzes.regrade';

  constructor(
    private readonly attempts: AttemptRepository,
    private readonly answers: AnswerRepository,
    private readonly questions: QuestionRepository,
    private readonly quizzes: QuizRepository,
    private readonly results: ResultsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(regraded: Regraded): Promise<void> {
    return inBatches(this.database, (after) => this.batch(regraded, after));
  }

  /** Returns the last id of the batch; undefined when no attempts are left. */
  private async batch({ quiz_id, question_id, how, key_version = 0 }: Regraded, after: string) {
    // Running attempts are locked too, because one that is just being submitted was graded by the old key.
    const batch = await this.attempts.batch(quiz_id, after, question_id, BATCH);
    const quiz = await this.quizzes.findOne({ id: quiz_id });
    if (!batch.length || !quiz) return undefined;
    if (!question_id) await this.recount(quiz, batch);
    else if (how === 'dropped') await this.drop(quiz, question_id, batch);
    else await this.measure(quiz, { question_id, how: how ?? 'corrected', key_version }, batch);
    return batch.at(-1)?.id;
  }

  private async recount(quiz: Quiz, batch: Batched[]): Promise<void> {
    const scored = await this.results.score(quiz.id, finished(batch));
    await this.results.completeLessons(quiz.id, scored);
  }

  private async drop(quiz: Quiz, questionId: string, batch: Batched[]): Promise<void> {
    const left = batch.filter((one) => !on(one, questionId).dropped);
    await this.attempts.changeLayouts(ids(left), questionId, { dropped: true });
    this.results.notifyRegraded(quiz, await this.results.score(quiz.id, finished(left)));
  }

  private async measure(
    quiz: Quiz,
    { question_id, how, key_version }: { question_id: string; how: string; key_version: number },
    batch: Batched[],
  ): Promise<void> {
    const question = await this.questions.findOne({ id: question_id });
    const left = batch.filter((one) => on(one, question_id).key_version < key_version);
    if (!question || !left.length) return;
    const drawn = {
      id: question_id,
      points: question.points,
      key_version,
      given: how === 'everyone',
    };
    await this.attempts.changeLayouts(ids(left), question_id, drawn);
    const rows = await this.answers.toQuestion(finished(left), question_id);
    const measured = rows
      .filter(({ graded_by }) => graded_by === null)
      .map((row) => ({ id: row.id, points: pointsOf(question, row, drawn, how === 'both') }));
    await this.answers.measure(measured, question.key_version);
    this.results.notifyRegraded(quiz, await this.results.score(quiz.id, finished(left)));
  }
}

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

/** `isBetter`: the points of the old key stay if they are higher. */
function pointsOf(question: QuizQuestion, row: QuizAnswer, drawn: Drawn, isBetter: boolean): number | null {
  const points = gradedBy(question, row.response, drawn);
  if (!isBetter || points === null || row.points === null) return points;
  return Math.max(points, row.points);
}

const on = ({ layout }: Batched, questionId: string) => layout.find(({ id }) => id === questionId) as Drawn;

const ids = (batch: Batched[]) => batch.map(({ id }) => id);

const finished = (batch: Batched[]) => ids(batch.filter(({ status }) => status !== 'in_progress'));
