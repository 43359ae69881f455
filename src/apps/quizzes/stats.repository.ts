import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { RELEASED, resultBy } from './results/result.sql.js';
import type { QuizFigures, QuizzesFigures, TakenFigures } from './stats.views.js';
import { during } from '../kernel/stats/figures.js';

const OWN = 'ARRAY(SELECT id FROM ext_quizzes.quizzes WHERE owner_id = $1)';
/** From the begin of the first day to the end of the last one. */

const NOW = sql(
  'quizzes_stats_now',
  `WITH own AS (
     SELECT t.* FROM ext_quizzes.attempts t WHERE t.quiz_id = ANY (${OWN}) AND NOT t.preview
   ), started AS (
     SELECT * FROM own WHERE ${during('started_at')}
   ), finished AS (
     SELECT * FROM own WHERE ${during('submitted_at')}
   ), results AS (
     SELECT ${resultBy('q.scoring')} >= q.pass_percent AS passed FROM finished t
     JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
     WHERE t.status = 'graded' AND q.pass_percent IS NOT NULL GROUP BY t.owner_id, q.id
   )
   SELECT
     (SELECT count(*)::int FROM ext_quizzes.quizzes WHERE owner_id = $1 AND status = 'published') AS quizzes_published,
     (SELECT count(*)::int FROM started) AS started, (SELECT count(*)::int FROM finished) AS finished,
     (SELECT count(*)::int FROM finished WHERE auto_submitted) AS auto_submitted,
     (SELECT count(DISTINCT owner_id)::int FROM started) AS takers,
     (SELECT round(avg((status <> 'in_progress')::int), 4)::float8 FROM started) AS completion_rate,
     (SELECT round(avg(percent), 2)::float8 FROM finished WHERE status = 'graded') AS mean_percent,
     (SELECT round(avg(passed::int), 4)::float8 FROM results) AS pass_rate,
     (SELECT count(*)::int FROM ext_quizzes.answers a WHERE a.points IS NULL AND a.attempt_id = ANY (ARRAY(
        SELECT id FROM ext_quizzes.attempts WHERE status = 'submitted' AND NOT preview AND quiz_id = ANY (${OWN})))
     ) AS to_grade,
     (SELECT round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM graded_at - submitted_at) / 3600))::numeric, 2)::float8
      FROM finished f WHERE status = 'graded' AND EXISTS (
        SELECT FROM ext_quizzes.answers a WHERE a.attempt_id = f.id AND a.graded_by IS NOT NULL)) AS median_hours_to_grade`,
);
const TO_CHECK = sql(
  'quizzes_stats_to_check',
  `WITH first AS (
     SELECT DISTINCT ON (t.quiz_id, t.owner_id) t.id, t.score FROM ext_quizzes.attempts t
     WHERE t.quiz_id = ANY (${OWN}) AND t.status = 'graded' AND NOT t.preview
     ORDER BY t.quiz_id, t.owner_id, t.number
   )
   SELECT count(*)::int AS n FROM (
     SELECT FROM first JOIN ext_quizzes.answers a ON a.attempt_id = first.id
     GROUP BY a.question_id HAVING count(*) >= 10 AND corr(a.points, first.score - a.points) < 0
   ) suspicious`,
);
const BY_QUIZ = sql(
  'quizzes_stats_by_quiz',
  `SELECT q.id, q.title, count(*)::int AS attempts, round(avg(t.percent) FILTER (WHERE t.status = 'graded'), 2)::float8 AS mean_percent
   FROM ext_quizzes.quizzes q JOIN ext_quizzes.attempts t ON t.quiz_id = q.id AND NOT t.preview
   WHERE q.owner_id = $1 AND ${during('t.started_at')}
   GROUP BY q.id ORDER BY attempts DESC, q.id LIMIT 10`,
);
// Only results that the taker may see.
const TAKEN = sql(
  'quizzes_stats_taken',
  `SELECT count(*)::int AS attempts, round(avg(t.percent) FILTER (WHERE r.seen), 2)::float8 AS mean_percent,
     count(*) FILTER (WHERE t.passed AND r.seen)::int AS passes
   FROM ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
   LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = t.quiz_id AND c.user_id = t.owner_id
   CROSS JOIN LATERAL (SELECT t.status = 'graded' AND ${RELEASED} AS seen) r
   WHERE t.owner_id = $1 AND NOT t.preview AND ${during('t.started_at')}`,
);

type OwnerFigures = Omit<QuizzesFigures, 'questions_to_check' | 'by_quiz' | 'taken'>;

@AppProvider()
export class StatsRepository extends BaseRepository {
  now(userId: string, from: string, to: string): Promise<OwnerFigures> {
    return this.onlyOne<OwnerFigures>(NOW, userId, from, to);
  }

  async toCheck(userId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(TO_CHECK, userId)).n;
  }

  byQuiz(userId: string, from: string, to: string): Promise<QuizFigures[]> {
    return this.rows<QuizFigures>(BY_QUIZ, userId, from, to);
  }

  taken(userId: string, from: string, to: string): Promise<TakenFigures> {
    return this.onlyOne<TakenFigures>(TAKEN, userId, from, to);
  }
}
