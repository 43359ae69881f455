import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { CommentView } from '../assignments.views.js';
import { AssignmentComment } from '../entities/submission.entity.js';
import { IS_REVEALED } from '../learners/learner.sql.js';
import { personBy } from '../../kernel/rows/person.js';

const MOST = 200;

// $3: as the teacher sees it.
const COMMENT = `c.id, c.assignment_id, c.learner_id, c.submission_id, c.author_id = l.user_id AS by_learner,
  CASE WHEN c.author_id <> l.user_id OR NOT $3::boolean OR ${IS_REVEALED} THEN ${personBy('c.author_id')}
  END AS author, c.body, c.created_at`;
const FROM = `FROM ext_assignments.comments c JOIN ext_assignments.learners l ON l.id = c.learner_id
  JOIN ext_assignments.assignments a ON a.id = c.assignment_id`;

const THREAD = sql(
  'assignments_comments',
  `SELECT * FROM (
     SELECT ${COMMENT} ${FROM} WHERE c.assignment_id = $1 AND c.learner_id = $2
     ORDER BY c.created_at DESC, c.id DESC LIMIT ${MOST}
   ) newest ORDER BY created_at, id`,
);
const SHOW = sql('assignments_comment', `SELECT ${COMMENT} ${FROM} WHERE c.id = $1 AND c.learner_id = $2`);

@AppProvider()
export class CommentRepository extends EntityRepository<AssignmentComment> {
  protected readonly entity = AssignmentComment;

  /** The newest of a thread, in the order in which they were said. */
  thread(assignmentId: string, learnerId: string, isTeacher: boolean): Promise<CommentView[]> {
    return this.rows<CommentView>(THREAD, assignmentId, learnerId, isTeacher);
  }

  async show({ id, learner_id }: AssignmentComment, isTeacher: boolean): Promise<CommentView> {
    return this.onlyOne<CommentView>(SHOW, id, learner_id, isTeacher);
  }
}
