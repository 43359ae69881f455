import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { CLOSES_AT, DUE_AT, SHOWN, STANDING } from './learners/learner.sql.js';
import { during } from '../kernel/stats/figures.js';

const BY_STATUS = sql(
  'assignments_stats_by_status',
  `SELECT status, count(*)::int AS count FROM ext_assignments.assignments WHERE owner_id = $1 GROUP BY status`,
);
const TAUGHT = sql(
  'assignments_stats_taught',
  `SELECT count(*) FILTER (WHERE ${during('s.submitted_at')})::int AS submissions,
     round(avg((s.late_seconds = 0)::int) FILTER (WHERE ${during('s.submitted_at')}), 4)::float8 AS on_time_rate,
     count(*) FILTER (WHERE s.status = 'submitted' AND l.status = 'active' AND NOT EXISTS (
       SELECT FROM ext_assignments.submissions later WHERE later.assignment_id = s.assignment_id
         AND later.owner_id = s.owner_id AND later.attempt > s.attempt AND later.status <> 'draft'))::int AS to_grade,
     round(avg(s.final_score / a.points * 100) FILTER (WHERE l.status <> 'excused' AND ${during('s.released_at')}), 2)::float8
       AS average_percent,
     round((percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM s.graded_at - s.submitted_at))
       FILTER (WHERE ${during('s.graded_at')}) / 3600)::numeric, 1)::float8 AS median_hours_to_grade
   FROM ext_assignments.assignments a
   JOIN ext_assignments.submissions s ON s.assignment_id = a.id AND s.status <> 'draft'
   JOIN ext_assignments.learners l ON l.assignment_id = s.assignment_id AND l.user_id = s.owner_id
   WHERE a.owner_id = $1`,
);
// Of those whose day was one of these, and has passed.
const MISSING = sql(
  'assignments_stats_missing',
  `SELECT round(avg((NOT EXISTS (SELECT FROM ext_assignments.submissions s WHERE s.assignment_id = l.assignment_id
     AND s.owner_id = l.user_id AND s.status <> 'draft'))::int), 4)::float8 AS missing_rate
   FROM ext_assignments.assignments a JOIN ext_assignments.learners l ON l.assignment_id = a.id
   WHERE a.owner_id = $1 AND a.status <> 'draft' AND l.status = 'active' AND ${DUE_AT} < now() AND ${during(DUE_AT)}`,
);
const LEARNING = sql(
  'assignments_stats_learning',
  `SELECT count(*) FILTER (WHERE is_open)::int AS my_open, count(*) FILTER (WHERE is_overdue)::int AS my_overdue,
     round(avg(percent), 2)::float8 AS my_average_percent
   FROM (
     SELECT a.status = 'published' AND coalesce(a.opens_at <= now(), true) AND coalesce(${CLOSES_AT} > now(), true)
         AND (latest.id IS NULL OR latest.status = 'revision') AS is_open,
       a.status IN ('published', 'closed') AND latest.id IS NULL AND ${DUE_AT} < now() AS is_overdue,
       shown.final_score / a.points * 100 AS percent
     FROM ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id ${STANDING} ${SHOWN}
     WHERE l.user_id = $1 AND l.status = 'active' AND a.status <> 'draft'
   ) mine`,
);

export interface Taught {
  submissions: number;
  on_time_rate: number | null;
  to_grade: number;
  average_percent: number | null;
  median_hours_to_grade: number | null;
}

export interface Learning {
  my_open: number;
  my_overdue: number;
  my_average_percent: number | null;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  byStatus(userId: string): Promise<{ status: string; count: number }[]> {
    return this.rows(BY_STATUS, userId);
  }

  async taught(userId: string, from: string, to: string): Promise<Taught> {
    return (await this.one<Taught>(TAUGHT, userId, from, to)) as Taught;
  }

  async missingRate(userId: string, from: string, to: string): Promise<number | null> {
    type Row = { missing_rate: number | null };
    return (await this.one<Row>(MISSING, userId, from, to))?.missing_rate ?? null;
  }

  async learning(userId: string): Promise<Learning> {
    return (await this.one<Learning>(LEARNING, userId)) as Learning;
  }
}
