import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { QuizAttempt } from '../entities/quiz-attempt.entity.js';

const TURN = sql(
  'quizzes_attempts_turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('quizzes ' || $1 || ' ' || $2, 0))`,
);
const BY_ID = sql('quizzes_attempt_by_id', 'SELECT * FROM ext_quizzes.attempts WHERE id = $1');
const LOCK = sql('quizzes_attempt_lock', 'SELECT * FROM ext_quizzes.attempts WHERE id = $1 FOR NO KEY UPDATE');
const LOCK_RUNNING = sql(
  'quizzes_attempt_lock_running',
  `SELECT * FROM ext_quizzes.attempts
   WHERE quiz_id = $1 AND owner_id = $2 AND status = 'in_progress' FOR NO KEY UPDATE`,
);
const HAS_ANY = sql(
  'quizzes_attempts_any',
  `SELECT FROM ext_quizzes.attempts WHERE quiz_id = $1 AND NOT preview LIMIT 1`,
);
const NUMBERS = sql(
  'quizzes_attempt_numbers',
  `SELECT coalesce(max(number), 0)::int AS last, max(submitted_at) AS submitted_at FROM ext_quizzes.attempts
   WHERE quiz_id = $1 AND owner_id = $2 AND preview = $3`,
);
const OVERDUE = sql(
  'quizzes_attempts_overdue',
  `SELECT id FROM ext_quizzes.attempts
   WHERE status = 'in_progress' AND due_at < now() - interval '10 seconds'
   ORDER BY due_at LIMIT $1`,
);
const MOVE_DUE = sql(
  'quizzes_attempts_move_due',
  `WITH running AS (
     SELECT t.id, least(
       CASE WHEN NOT coalesce(c.no_time_limit, false)
         THEN t.started_at + t.time_limit_seconds * (100 + coalesce(c.extra_time_percent, 0)) / 100 * interval '1 second' END,
       coalesce(c.closes_at, q.closes_at)) AS due_at
     FROM ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
     LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id
     WHERE t.quiz_id = $1 AND t.status = 'in_progress' AND NOT t.preview AND t.due_at IS NOT NULL
     ORDER BY t.id FOR NO KEY UPDATE OF t
   )
   UPDATE ext_quizzes.attempts t SET due_at = r.due_at, updated_at = now() FROM running r
   WHERE t.id = r.id AND (r.due_at IS NULL OR r.due_at > t.due_at)`,
);

export type AttemptChanges = Partial<Omit<QuizAttempt, 'id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class AttemptRepository extends BaseRepository {
  /** One after the other, what somebody begins at a quiz. */
  async turn(quizId: string, userId: string): Promise<void> {
    await this.rows(TURN, quizId, userId);
  }

  find(id: string): Promise<QuizAttempt | undefined> {
    return this.one<QuizAttempt>(BY_ID, id);
  }

  lock(id: string): Promise<QuizAttempt | undefined> {
    return this.one<QuizAttempt>(LOCK, id);
  }

  lockRunning(quizId: string, userId: string): Promise<QuizAttempt | undefined> {
    return this.one<QuizAttempt>(LOCK_RUNNING, quizId, userId);
  }

  /** Whether anybody has begun one, previews apart. */
  async areThere(quizId: string): Promise<boolean> {
    return (await this.rows(HAS_ANY, quizId)).length > 0;
  }

  /** The taker's number of counted attempts, and when the last one ended. */
  async numbers(quizId: string, userId: string, preview: boolean) {
    type Numbers = { last: number; submitted_at: Date | null };
    return (await this.one<Numbers>(NUMBERS, quizId, userId, preview)) as Numbers;
  }

  async insert(values: AttemptChanges): Promise<QuizAttempt> {
    const { identifiers } = await this.table(QuizAttempt).insert(values);
    return (await this.find((identifiers[0] as { id: string }).id)) as QuizAttempt;
  }

  async update(id: string, changes: AttemptChanges): Promise<QuizAttempt> {
    await this.table(QuizAttempt).update({ id }, { ...changes, updated_at: () => 'now()' });
    return (await this.find(id)) as QuizAttempt;
  }

  /** Those whose time is up, by their deadlines. */
  async overdue(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(OVERDUE, limit)).map(({ id }) => id);
  }

  /** A later closing gives those that run more time; an earlier one takes none from them. */
  async moveDue(quizId: string): Promise<void> {
    await this.count(MOVE_DUE, quizId);
  }
}
