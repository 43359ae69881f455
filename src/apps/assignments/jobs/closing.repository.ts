import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { CLOSES_AT, DUE_AT, LATE } from '../learners/learner.sql.js';

// An upload that ends after the cut-off does not count.
const HAS_BYTES = (by: string) =>
  `EXISTS (SELECT FROM files.files b WHERE b.id = f.storage_key AND b.created_at <= ${by})`;
const HAS_CONTENT = `(s.body ~ '\\S' OR s.link_url IS NOT NULL OR EXISTS (
  SELECT FROM ext_assignments.files f WHERE f.submission_id = s.id AND ${HAS_BYTES(CLOSES_AT)}))`;
const LEFT = `FROM ext_assignments.submissions s
  JOIN ext_assignments.assignments a ON a.id = s.assignment_id
  JOIN ext_assignments.learners l ON l.assignment_id = s.assignment_id AND l.user_id = s.owner_id
  WHERE s.status = 'draft' AND a.submit_drafts AND a.status IN ('published', 'closed') AND l.status = 'active'
    AND ${CLOSES_AT} < now() AND ${HAS_CONTENT}`;

const DUE = sql(
  'assignments_to_close',
  `SELECT id FROM ext_assignments.assignments
   WHERE closed_notice_at IS NULL AND closes_at < now() AND status IN ('published', 'closed')
   UNION SELECT s.assignment_id ${LEFT}`,
);
// Learners without a date of their own are in the notification of the cut-off; others are notified like submissions.
const HAND_IN = sql(
  'assignments_hand_in_drafts',
  `WITH left_open AS (
     SELECT s.id, ${CLOSES_AT} AS closed_at, ${DUE_AT} AS due_at, l.closes_at IS NULL AS is_told
     ${LEFT} AND s.assignment_id = $1
   )
   UPDATE ext_assignments.submissions s SET status = 'submitted', auto_submitted = true, told = o.is_told,
     submitted_at = o.closed_at, late_seconds = ${LATE('o.closed_at', 'o.due_at')}, version = version + 1,
     updated_at = now()
   FROM left_open o WHERE s.id = o.id RETURNING s.id`,
);
const CAME_IN_TIME = HAS_BYTES(
  '(SELECT s.submitted_at FROM ext_assignments.submissions s WHERE s.id = f.submission_id)',
);
const READY = sql(
  'assignments_files_at_closing',
  `UPDATE ext_assignments.files f SET status = 'ready', updated_at = now()
   WHERE f.submission_id = ANY ($1::uuid[]) AND f.status = 'pending' AND ${CAME_IN_TIME}`,
);
const DROP = sql(
  'assignments_files_too_late',
  `DELETE FROM ext_assignments.files f WHERE f.submission_id = ANY ($1::uuid[]) AND NOT ${CAME_IN_TIME}
   RETURNING storage_key`,
);
const NOTICE = sql(
  'assignments_closed_notice',
  `UPDATE ext_assignments.assignments SET closed_notice_at = now()
   WHERE id = $1 AND closed_notice_at IS NULL AND closes_at < now()`,
);
const COUNTS = sql(
  'assignments_closed_counts',
  `SELECT count(*) FILTER (WHERE has_work)::int AS submitted, count(*) FILTER (WHERE NOT has_work)::int AS missing
   FROM (
     SELECT EXISTS (SELECT FROM ext_assignments.submissions s WHERE s.assignment_id = l.assignment_id
       AND s.owner_id = l.user_id AND s.status <> 'draft') AS has_work
     FROM ext_assignments.learners l WHERE l.assignment_id = $1 AND l.status = 'active'
   ) learners`,
);
const HOUR_AGO = `(a.submitted_notice_at IS NULL OR a.submitted_notice_at <= now() - interval '1 hour')`;
const UNTOLD = sql(
  'assignments_untold',
  `SELECT a.id FROM ext_assignments.assignments a WHERE ${HOUR_AGO} AND a.id IN (
     SELECT assignment_id FROM ext_assignments.submissions WHERE submitted_at IS NOT NULL AND NOT told)`,
);
const MAY_TELL = sql(
  'assignments_may_tell',
  `SELECT FROM ext_assignments.assignments a WHERE a.id = $1 AND ${HOUR_AGO} FOR NO KEY UPDATE`,
);
const TOLD = sql(
  'assignments_told',
  `UPDATE ext_assignments.submissions SET told = true
   WHERE assignment_id = $1 AND submitted_at IS NOT NULL AND NOT told`,
);
const TOLD_AT = sql(
  'assignments_told_at',
  'UPDATE ext_assignments.assignments SET submitted_notice_at = now() WHERE id = $1',
);

/** The cut-off of assignments, and the notifications of submitted work. */
@AppProvider()
export class ClosingRepository extends BaseRepository {
  /** Assignments that have closed, for all or for one learner, and still have something to do. */
  async due(): Promise<string[]> {
    return (await this.rows<{ id: string }>(DUE)).map(({ id }) => id);
  }

  /** Expects a locked assignment. Returns the submissions made from drafts. */
  async handIn(assignmentId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(HAND_IN, assignmentId)).map(({ id }) => id);
  }

  /** Keeps the files whose bytes arrived in time; deletes the others and returns their storage keys. */
  async settleFiles(submissionIds: string[]): Promise<string[]> {
    await this.count(READY, submissionIds);
    const rows = await this.rows<{ storage_key: string }>(DROP, submissionIds);
    return rows.map(({ storage_key }) => storage_key);
  }

  /** True once for each closing time. */
  async notice(assignmentId: string): Promise<boolean> {
    return (await this.count(NOTICE, assignmentId)) > 0;
  }

  async counts(assignmentId: string): Promise<{ submitted: number; missing: number }> {
    const row = await this.one<{ submitted: number; missing: number }>(COUNTS, assignmentId);
    return row ?? { submitted: 0, missing: 0 };
  }

  async untold(): Promise<string[]> {
    return (await this.rows<{ id: string }>(UNTOLD)).map(({ id }) => id);
  }

  /** Marks new submissions as notified and returns their number; 0 within an hour of the last notification. */
  async takeUntold(assignmentId: string): Promise<number> {
    if (!(await this.rows(MAY_TELL, assignmentId)).length) return 0;
    const count = await this.count(TOLD, assignmentId);
    if (count) await this.count(TOLD_AT, assignmentId);
    return count;
  }
}
