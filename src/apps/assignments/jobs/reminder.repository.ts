import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { DUE_AT } from '../learners/learner.sql.js';

const SOON = (moment: string) => `${moment} > now() AND ${moment} <= now() + interval '168 hours'`;

const DUE = sql(
  'assignments_learners_to_remind',
  `SELECT l.id, l.user_id, l.due_notice_at, a.id AS assignment_id, a.title, a.owner_id, ${DUE_AT} AS due_at,
     now() AS now
   FROM ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id
   WHERE l.id IN (
     SELECT own.id FROM ext_assignments.learners own WHERE ${SOON('own.due_at')}
     UNION ALL
     SELECT n.id FROM ext_assignments.assignments b JOIN ext_assignments.learners n ON n.assignment_id = b.id
     WHERE b.status = 'published' AND ${SOON('b.due_at')} AND n.due_at IS NULL
   ) AND l.id > $1 AND a.status = 'published' AND l.status = 'active' AND coalesce(a.opens_at <= now(), true)
     AND NOT EXISTS (SELECT FROM ext_assignments.submissions s WHERE s.assignment_id = l.assignment_id
       AND s.owner_id = l.user_id AND s.status <> 'draft')
   ORDER BY l.id LIMIT $2 FOR NO KEY UPDATE OF l SKIP LOCKED`,
);
const REMINDED = sql(
  'assignments_learners_reminded',
  'UPDATE ext_assignments.learners SET due_notice_at = now() WHERE id = ANY ($1::uuid[])',
);

export interface DueLearner {
  id: string;
  user_id: string;
  due_notice_at: Date | null;
  assignment_id: string;
  title: string;
  owner_id: string;
  due_at: Date;
  now: Date;
}

/** Learners without a submission whose due date is within a week. */
@AppProvider()
export class ReminderRepository extends BaseRepository {
  /** Locks the rows that it returns. */
  due(after: string, limit: number): Promise<DueLearner[]> {
    return this.rows<DueLearner>(DUE, after, limit);
  }

  async reminded(ids: string[]): Promise<void> {
    if (ids.length) await this.count(REMINDED, ids);
  }
}
