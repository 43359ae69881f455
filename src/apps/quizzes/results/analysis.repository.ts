import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { QuizQuestion } from '../entities/quiz.entity.js';

/** Each taker's first graded attempt. */
const FIRST = `SELECT DISTINCT ON (t.owner_id) t.id, t.layout, t.score, t.percent, t.passed, t.submitted_at - t.started_at AS took
  FROM ext_quizzes.attempts t WHERE t.quiz_id = $1 AND t.status = 'graded' AND NOT t.preview
  ORDER BY t.owner_id, t.number`;

const SUMMARY = sql(
  'quizzes_analysis',
  `WITH first AS (${FIRST})
   SELECT count(*)::int AS attempts, round(avg(percent), 2)::float8 AS mean,
     round((percentile_cont(0.5) WITHIN GROUP (ORDER BY percent))::numeric, 2)::float8 AS median,
     round(stddev_samp(percent), 2)::float8 AS std_dev,
     round(avg(passed::int), 4)::float8 AS pass_rate,
     round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM took)))::numeric)::int AS median_seconds
   FROM first`,
);
const DISCRIMINATION = `CASE WHEN count(*) >= 10
  THEN round(corr(a.points, first.score - a.points)::numeric, 4)::float8 END`;
const ANSWERED = `a.response IS NOT NULL AND a.response NOT IN ('""'::jsonb, '[]'::jsonb, '{}'::jsonb)`;
const QUESTIONS = sql(
  'quizzes_analysis_questions',
  `WITH first AS (${FIRST})
   SELECT q.id, q.type, q.prompt, q.data, q.retired_at,
     count(*) FILTER (WHERE ${ANSWERED})::int AS answered, count(*) FILTER (WHERE NOT (${ANSWERED}))::int AS skipped,
     round(avg(a.points / nullif(l.points, 0)), 4)::float8 AS difficulty, ${DISCRIMINATION} AS discrimination
   FROM first
   CROSS JOIN LATERAL jsonb_to_recordset(first.layout) AS l (id uuid, points numeric)
   JOIN ext_quizzes.answers a ON a.attempt_id = first.id AND a.question_id = l.id
   JOIN ext_quizzes.questions q ON q.id = l.id
   GROUP BY q.id ORDER BY q.retired_at IS NOT NULL, q.position, q.id`,
);
// Each chosen option counts by itself. Texts are counted without regard to case.
const RESPONSES = sql(
  'quizzes_analysis_responses',
  `WITH first AS (${FIRST}), given AS (
     SELECT a.question_id, r.response, count(*)::int AS count FROM first
     JOIN ext_quizzes.answers a ON a.attempt_id = first.id
     JOIN ext_quizzes.questions q ON q.id = a.question_id
     CROSS JOIN LATERAL (
       SELECT e #>> '{}' AS response FROM jsonb_array_elements(
         CASE WHEN q.type = 'multiple_choice' AND jsonb_typeof(a.response) = 'array' THEN a.response ELSE '[]' END) e
       UNION ALL
       SELECT CASE WHEN q.type = 'short_text' THEN lower(btrim(a.response #>> '{}')) ELSE a.response #>> '{}' END
       WHERE q.type IN ('single_choice', 'true_false', 'short_text', 'numeric')
     ) r
     WHERE r.response <> '' AND q.type <> 'essay' GROUP BY a.question_id, r.response
   )
   SELECT question_id, response, count FROM (
     SELECT given.*, row_number() OVER (PARTITION BY question_id ORDER BY count DESC, response) AS place FROM given
   ) placed WHERE place <= 20 ORDER BY question_id, place`,
);

interface AnalysisSummary {
  attempts: number;
  mean: number | null;
  median: number | null;
  std_dev: number | null;
  pass_rate: number | null;
  median_seconds: number | null;
}

export type AnalysedQuestion = Pick<QuizQuestion, 'id' | 'type' | 'prompt' | 'data' | 'retired_at'> & {
  answered: number;
  skipped: number;
  difficulty: number | null;
  discrimination: number | null;
};

export interface GivenResponse {
  question_id: string;
  response: string;
  count: number;
}

@AppProvider()
export class AnalysisRepository extends BaseRepository {
  summary(quizId: string): Promise<AnalysisSummary> {
    return this.onlyOne<AnalysisSummary>(SUMMARY, quizId);
  }

  questions(quizId: string): Promise<AnalysedQuestion[]> {
    return this.rows<AnalysedQuestion>(QUESTIONS, quizId);
  }

  /** The twenty most common responses to each question, the most common first. */
  responses(quizId: string): Promise<GivenResponse[]> {
    return this.rows<GivenResponse>(RESPONSES, quizId);
  }
}
