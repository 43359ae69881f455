import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { OpenResults } from '../jobs/open-results.job.js';
import { Regrade } from '../jobs/regrade.job.js';
import { expectOrder, momentOf } from './moments.js';
import { OwnCourse } from './own-course.js';
import type { QuizOptions } from './quiz.inputs.js';
import { type QuizChanges, QuizRepository } from './quiz.repository.js';

/** A quiz that is locked is changed, and what follows for its attempts. */
@AppProvider()
export class ChangeQuiz {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly attempts: AttemptRepository,
    private readonly course: OwnCourse,
    private readonly jobs: JobsService,
    private readonly regrade: Regrade,
    private readonly openResults: OpenResults,
  ) {}

  /** `codeHash`: of the access code that is given; null takes the one that is there away. */
  async of(quiz: Quiz, given: QuizOptions, codeHash: string | null | undefined): Promise<Quiz> {
    const changes = changesOf(quiz, given);
    if (codeHash !== undefined) changes.access_code_hash = codeHash;
    if (quiz.status === 'archived') throw new Refusal(409, 'Quiz is archived');
    await this.checkCourse(quiz, given);
    if ((given.draw_count ?? 0) > quiz.questions_count)
      throw new Refusal(409, 'draw_count is above the number of questions');
    const changed = await this.quizzes.change(quiz.id, changes);
    if (+(changed.closes_at ?? Infinity) > +(quiz.closes_at ?? Infinity)) await this.attempts.moveDue(quiz.id);
    const counts = changed.scoring !== quiz.scoring || changed.pass_percent !== quiz.pass_percent;
    if (counts) await this.jobs.enqueue(this.regrade, { quiz_id: quiz.id });
    if (given.release_now) await this.jobs.enqueue(this.openResults, { quiz_id: quiz.id });
    return changed;
  }

  private async checkCourse({ id, owner_id, course_id }: Quiz, given: QuizOptions): Promise<void> {
    if (given.course_id === undefined || given.course_id === course_id) return;
    if (given.course_id) await this.course.expect(given.course_id, owner_id);
    if (await this.attempts.areThere(id)) throw new Refusal(409, 'Course cannot change once there are attempts');
  }
}

function changesOf(quiz: Quiz, given: QuizOptions): QuizChanges {
  const { access_code: _, opens_at, closes_at, pass_percent, release_now, ...plain } = given;
  const times = {
    opens_at: opens_at === undefined ? quiz.opens_at : momentOf(opens_at),
    closes_at: closes_at === undefined ? quiz.closes_at : momentOf(closes_at),
  };
  expectOrder(times);
  const releases = given.release_score ?? quiz.release_score;
  if (release_now && releases !== 'by_hand')
    throw invalid({ field: 'release_now', message: 'release_now is for a release_score of by_hand' });
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...times,
    ...(pass_percent !== undefined && { pass_percent: pass_percent === null ? null : String(pass_percent) }),
    ...(release_now !== undefined && { released_at: release_now ? (quiz.released_at ?? new Date()) : null }),
  };
}
