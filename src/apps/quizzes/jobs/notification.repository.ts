import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Quiz } from '../entities/quiz.entity.js';

// A taker is notified of the results of a quiz once, also after several attempts.
const OPEN_RESULTS = sql(
  'quizzes_results_open',
  `WITH due AS (
     SELECT t.id, t.owner_id, t.quiz_id, q.title FROM ext_quizzes.attempts t
     JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
     LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id
     WHERE t.status = 'graded' AND t.taker_told_at IS NULL AND NOT t.preview
       AND ($1::uuid IS NULL OR t.quiz_id = $1)
       AND CASE q.release_score WHEN 'after_close' THEN coalesce(c.closes_at, q.closes_at) <= now()
         WHEN 'by_hand' THEN q.released_at IS NOT NULL ELSE false END
     ORDER BY t.quiz_id, t.owner_id, t.id LIMIT $2 FOR NO KEY UPDATE OF t SKIP LOCKED
   ), told AS (
     UPDATE ext_quizzes.attempts t SET taker_told_at = now() FROM due WHERE t.id = due.id
   )
   SELECT quiz_id AS id, title, count(*)::int AS attempts, array_agg(DISTINCT owner_id) FILTER (
     WHERE NOT EXISTS (SELECT FROM ext_quizzes.attempts o
       WHERE o.quiz_id = due.quiz_id AND o.owner_id = due.owner_id AND o.taker_told_at IS NOT NULL)) AS takers
   FROM due GROUP BY quiz_id, title`,
);
const CLOSING = sql(
  'quizzes_attempts_closing',
  `WITH due AS (
     SELECT t.id FROM ext_quizzes.attempts t
     LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id
     WHERE t.status = 'in_progress' AND t.due_at > now() AND t.due_at <= now() + interval '24 hours'
       AND t.closing_told_at IS NULL AND NOT t.preview AND (t.time_limit_seconds IS NULL OR c.no_time_limit)
     ORDER BY t.id LIMIT $1 FOR NO KEY UPDATE OF t SKIP LOCKED
   )
   UPDATE ext_quizzes.attempts t SET closing_told_at = now() FROM due, ext_quizzes.quizzes q
   WHERE t.id = due.id AND q.id = t.quiz_id
   RETURNING t.id AS attempt_id, t.owner_id, t.due_at, q.id, q.title`,
);
const TO_GRADE = sql(
  'quizzes_attempts_waiting',
  `WITH due AS (
     SELECT id FROM ext_quizzes.attempts WHERE status = 'submitted' AND owner_told_at IS NULL AND NOT preview
     ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
   ), told AS (
     UPDATE ext_quizzes.attempts t SET owner_told_at = now() FROM due WHERE t.id = due.id RETURNING t.quiz_id
   )
   SELECT q.owner_id, q.id, q.title, count(*)::int AS attempts FROM told JOIN ext_quizzes.quizzes q ON q.id = told.quiz_id
   GROUP BY q.id ORDER BY q.owner_id, q.id`,
);

type Known = Pick<Quiz, 'id' | 'title'>;
type OpenedResults = Known & {
  attempts: number;
  /** Null: all takers were notified already, after another attempt. */
  takers: string[] | null;
};
type ClosingAttempt = Known & { attempt_id: string; owner_id: string; due_at: Date };
export type WaitingQuiz = Known & { owner_id: string; attempts: number };

/** Finds what the jobs notify users of, and marks it, so that each user is notified once. */
@AppProvider()
export class NotificationRepository extends BaseRepository {
  openResults(quizId: string | null, limit: number): Promise<OpenedResults[]> {
    return this.rows<OpenedResults>(OPEN_RESULTS, quizId, limit);
  }

  closing(limit: number): Promise<ClosingAttempt[]> {
    return this.rows<ClosingAttempt>(CLOSING, limit);
  }

  waiting(limit: number): Promise<WaitingQuiz[]> {
    return this.rows<WaitingQuiz>(TO_GRADE, limit);
  }
}
