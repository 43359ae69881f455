import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type Drawn, QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { resultBy } from '../results/result.sql.js';

const TURN = sql(
  'quizzes_attempts_turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('quizzes ' || $1 || ' ' || $2, 0))`,
);
const OVERDUE = sql(
  'quizzes_attempts_overdue',
  `SELECT id FROM ext_quizzes.attempts
   WHERE status = 'in_progress' AND due_at < now() - interval '10 seconds'
   ORDER BY due_at LIMIT $1`,
);
// A score is at least 0, and 100 percent of a paper without points. Points that were kept when their question lost
// points may add up to more than the maximum, which is still 100 percent.
const SCORE = sql(
  'quizzes_attempts_score',
  `WITH sums AS (
     SELECT t.id, greatest(coalesce(sum(a.points) FILTER (WHERE l.counts), 0), 0) AS score,
       coalesce(sum(l.points) FILTER (WHERE l.counts), 0) AS max_score,
       count(*) FILTER (WHERE l.counts AND a.points IS NULL) AS open
     FROM ext_quizzes.attempts t
     LEFT JOIN LATERAL (
       SELECT id, points, NOT coalesce(dropped, false) AS counts
       FROM jsonb_to_recordset(t.layout) AS l (id uuid, points numeric, dropped boolean)
     ) l ON true
     LEFT JOIN ext_quizzes.answers a ON a.attempt_id = t.id AND a.question_id = l.id
     WHERE t.id = ANY ($1::uuid[]) AND t.status <> 'in_progress'
     GROUP BY t.id
   ), now_at AS (
     SELECT s.*, CASE WHEN score < max_score THEN round(score * 100 / max_score, 2) ELSE 100 END AS percent FROM sums s
   )
   UPDATE ext_quizzes.attempts t SET score = n.score, max_score = n.max_score, percent = n.percent,
     status = CASE WHEN n.open = 0 THEN 'graded' ELSE t.status END,
     graded_at = CASE WHEN n.open = 0 THEN coalesce(t.graded_at, now()) END,
     passed = CASE WHEN n.open = 0 AND NOT t.preview THEN n.percent >= q.pass_percent END,
     updated_at = now()
   FROM now_at n, ext_quizzes.attempts o, ext_quizzes.quizzes q
   WHERE t.id = n.id AND o.id = n.id AND q.id = t.quiz_id
   RETURNING t.*, o.status AS old_status, o.score::float8 AS old_score, o.percent::float8 AS old_percent, o.passed AS old_passed,
     (SELECT coalesce(c.closes_at, q.closes_at) FROM (SELECT) one LEFT JOIN ext_quizzes.accommodations c
      ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id) AS closes_at`,
);
// Without a percentage to pass, everybody with a graded attempt has passed.
const PASSED = sql(
  'quizzes_takers_passed',
  `SELECT t.owner_id FROM ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
   WHERE t.quiz_id = $1 AND t.owner_id = ANY ($2::uuid[]) AND t.status = 'graded' AND NOT t.preview
   GROUP BY t.owner_id, q.id
   HAVING q.pass_percent IS NULL OR ${resultBy('q.scoring')} >= q.pass_percent
   ORDER BY t.owner_id`,
);
const BATCH = sql(
  'quizzes_attempts_batch',
  `SELECT id, owner_id, preview, status, layout FROM ext_quizzes.attempts
   WHERE quiz_id = $1 AND id > $2 AND layout @> $3::jsonb ORDER BY id LIMIT $4 FOR NO KEY UPDATE`,
);
const RELAY = sql(
  'quizzes_attempts_relay',
  `UPDATE ext_quizzes.attempts t SET updated_at = now(), layout = (
     SELECT jsonb_agg(CASE WHEN e ->> 'id' = $2 THEN e || $3::jsonb ELSE e END ORDER BY at)
     FROM jsonb_array_elements(t.layout) WITH ORDINALITY AS l (e, at)
   ) WHERE t.id = ANY ($1::uuid[])`,
);
const DROP_PREVIEWS = sql(
  'quizzes_previews_drop',
  `DELETE FROM ext_quizzes.attempts WHERE id = ANY (ARRAY(
     SELECT id FROM ext_quizzes.attempts WHERE preview AND created_at < now() - interval '7 days'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** A finished attempt with its new score, and what it was before. */
export type Scored = QuizAttempt & {
  score: number;
  percent: number;
  old_status: QuizAttempt['status'];
  old_score: number | null;
  old_percent: number | null;
  old_passed: boolean | null;
  /** The time at which the quiz closes for this taker. */
  closes_at: Date | null;
};

export type Batched = Pick<QuizAttempt, 'id' | 'owner_id' | 'preview' | 'status' | 'layout'>;

@AppProvider()
export class AttemptRepository extends EntityRepository<QuizAttempt> {
  protected readonly entity = QuizAttempt;

  /** Serialises the calls by which one user starts attempts at a quiz. */
  async lockTaker(quizId: string, userId: string): Promise<void> {
    await this.rows(TURN, quizId, userId);
  }

  /** Those whose time is up, by their deadlines. */
  async overdue(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(OVERDUE, limit)).map(({ id }) => id);
  }

  /** Scores finished attempts that are locked. */
  score(ids: string[]): Promise<Scored[]> {
    return ids.length ? this.converted<Scored>(SCORE, ids) : Promise.resolve([]);
  }

  /** Those of the users who have passed. */
  async passed(quizId: string, userIds: string[]): Promise<string[]> {
    const rows = await this.rows<{ owner_id: string }>(PASSED, quizId, userIds);
    return rows.map(({ owner_id }) => owner_id);
  }

  /** The next attempts at a quiz, or those that have the question, locked. */
  batch(quizId: string, after: string, questionId: string | undefined, limit: number): Promise<Batched[]> {
    const having = JSON.stringify(questionId ? [{ id: questionId }] : []);
    return this.rows<Batched>(BATCH, quizId, after, having, limit);
  }

  /** Changes the question in the layouts of these attempts, which are locked. */
  async changeLayouts(ids: string[], questionId: string, change: Partial<Drawn>): Promise<void> {
    if (ids.length) await this.count(RELAY, ids, questionId, JSON.stringify(change));
  }

  dropPreviews(limit: number): Promise<number> {
    return this.count(DROP_PREVIEWS, limit);
  }
}
