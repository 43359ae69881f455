import { In, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Quiz } from '../entities/quiz.entity.js';

const MOST = 500;
const LOCK_OWNER = sql('quizzes_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const HAS_ANY = sql(
  'quizzes_attempts_any',
  `SELECT FROM ext_quizzes.attempts WHERE quiz_id = $1 AND NOT preview LIMIT 1`,
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

@AppProvider()
export class QuizRepository extends EntityRepository<Quiz> {
  protected readonly entity = Quiz;

  /** Refuses a quiz beyond the limit. The lock on the owner makes the limit exact under parallel requests. */
  async reserve(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
    const open = await this.countWhere({ owner_id: ownerId, status: Not('archived') });
    if (open >= MOST) throw new Refusal(409, 'Quiz limit reached');
  }

  async change(id: string, changes: Partial<Quiz>): Promise<Quiz> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Quiz;
  }

  /** Whether anybody has begun an attempt, previews apart. */
  async hasAttempts(id: string): Promise<boolean> {
    return (await this.rows(HAS_ANY, id)).length > 0;
  }

  /** A later closing gives running attempts more time; an earlier one takes none from them. */
  async extendAttempts(id: string): Promise<void> {
    await this.count(MOVE_DUE, id);
  }

  describe(ids: string[]): Promise<Pick<Quiz, 'id' | 'owner_id' | 'title'>[]> {
    return this.find({ id: In(ids) }, { select: ['id', 'owner_id', 'title'] });
  }
}
