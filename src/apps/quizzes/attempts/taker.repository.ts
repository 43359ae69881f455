import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { QuizAccommodation } from '../entities/quiz.entity.js';
import { RELEASED, resultBy } from '../results/result.sql.js';

const RESULT = sql(
  'quizzes_standing',
  `SELECT count(t.id)::int AS used, max(t.submitted_at) AS submitted_at,
     running.id AS running_id, coalesce(running.due_at < now() - interval '10 seconds', false) AS running_is_overdue,
     (max(t.percent) FILTER (WHERE t.status = 'graded'))::float8 AS best_percent,
     r.percent AS percent, CASE WHEN r.percent IS NOT NULL THEN r.percent >= q.pass_percent::float8 END AS passed
   FROM ext_quizzes.quizzes q
   LEFT JOIN ext_quizzes.attempts t ON t.quiz_id = q.id AND t.owner_id = $2 AND NOT t.preview
   LEFT JOIN ext_quizzes.attempts running
     ON running.quiz_id = q.id AND running.owner_id = $2 AND running.status = 'in_progress'
   CROSS JOIN LATERAL (
     SELECT (${resultBy('q.scoring')})::float8 AS percent FROM ext_quizzes.attempts t
     WHERE t.quiz_id = q.id AND t.owner_id = $2 AND t.status = 'graded' AND NOT t.preview
   ) r
   WHERE q.id = $1 GROUP BY q.id, running.id, r.percent`,
);
const ATTEMPTS = sql(
  'quizzes_attempts_of_taker',
  `SELECT t.id, t.number, t.status, t.started_at, t.submitted_at,
     CASE WHEN ${RELEASED} THEN t.percent::float8 END AS percent
   FROM ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
   LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id
   WHERE t.quiz_id = $1 AND t.owner_id = $2 AND NOT t.preview ORDER BY t.number DESC LIMIT 100`,
);
const IS_USER = sql('quizzes_user_is_known', 'SELECT FROM account.users WHERE id = $1');
const NUMBERS = sql(
  'quizzes_attempt_numbers',
  `SELECT coalesce(max(number), 0)::int AS last, max(submitted_at) AS submitted_at FROM ext_quizzes.attempts
   WHERE quiz_id = $1 AND owner_id = $2 AND preview = $3`,
);

/** What a taker has reached at a quiz, previews apart. */
export interface TakerResult {
  used: number;
  submitted_at: Date | null;
  /** It may be a preview. */
  running_id: string | null;
  running_is_overdue: boolean;
  best_percent: number | null;
  /** The result by the scoring of the quiz. */
  percent: number | null;
  /** Null: nothing is graded, or the quiz asks for no percentage. */
  passed: boolean | null;
}

export interface LastAttempt {
  last: number;
  submitted_at: Date | null;
}

export type OwnAttempt = Pick<QuizAttempt, 'id' | 'number' | 'status' | 'started_at' | 'submitted_at'> & {
  /** Null until it is released. */
  percent: number | null;
};

/** What takers have reached, and the accommodations that they have. */
@AppProvider()
export class TakerRepository extends EntityRepository<QuizAccommodation> {
  protected readonly entity = QuizAccommodation;

  accommodation(quizId: string, userId: string): Promise<QuizAccommodation | undefined> {
    return this.findOne({ quiz_id: quizId, user_id: userId });
  }

  /** Undefined: there is no such quiz. */
  result(quizId: string, userId: string): Promise<TakerResult | undefined> {
    return this.one<TakerResult>(RESULT, quizId, userId);
  }

  /** The last hundred, newest first. */
  attempts(quizId: string, userId: string): Promise<OwnAttempt[]> {
    return this.rows<OwnAttempt>(ATTEMPTS, quizId, userId);
  }

  /** The number of the last attempt, and when the last one ended. */
  lastAttempt(quizId: string, userId: string, preview: boolean): Promise<LastAttempt> {
    return this.onlyOne<LastAttempt>(NUMBERS, quizId, userId, preview);
  }

  async isUser(id: string): Promise<boolean> {
    return (await this.rows(IS_USER, id)).length > 0;
  }
}
