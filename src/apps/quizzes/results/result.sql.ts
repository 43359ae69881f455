/** The result of a taker's graded attempts `t` at a quiz that counts them by `scoring`. */
export const resultBy = (scoring: string) => `CASE ${scoring}
  WHEN 'highest' THEN max(t.percent)
  WHEN 'average' THEN round(avg(t.percent), 2)
  WHEN 'latest' THEN (array_agg(t.percent ORDER BY t.number DESC))[1]
  ELSE (array_agg(t.percent ORDER BY t.number))[1] END`;

/** Whether attempt `t` is the one that counts for its taker, at quiz `q`. */
export const COUNTS = `(t.status = 'graded' AND (q.scoring = 'average' OR t.id = (
  SELECT o.id FROM ext_quizzes.attempts o
  WHERE o.quiz_id = t.quiz_id AND o.owner_id = t.owner_id AND NOT o.preview AND o.status = 'graded'
  ORDER BY CASE q.scoring WHEN 'highest' THEN o.percent WHEN 'latest' THEN o.number ELSE -o.number END DESC, o.number
  LIMIT 1)))`;

/** Whether the taker of attempt `t` at quiz `q`, with the accommodation `c`, may see the score. */
export const RELEASED = `(CASE WHEN t.status = 'in_progress' THEN false
  WHEN q.release_score = 'by_hand' THEN q.released_at IS NOT NULL AND t.status = 'graded'
  ELSE q.release_score = 'at_once' OR coalesce(coalesce(c.closes_at, q.closes_at) <= now(), true) END)`;
