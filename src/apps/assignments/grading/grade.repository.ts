import { In, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type CriterionScore, Submission } from '../entities/submission.entity.js';

// Computed in numeric. The penalty is the difference to the rounded result, so that both add up.
const GRADE = sql(
  'assignments_grade',
  `UPDATE ext_assignments.submissions s SET status = $2, score = $3::numeric, passed = $4, rubric_scores = $5::jsonb,
     feedback = coalesce($6, feedback), final_score = kept.score, penalty = coalesce($3::numeric - kept.score, 0),
     graded_by = $7, graded_at = now(), version = version + 1, updated_at = now(),
     released_at = CASE WHEN $8::boolean THEN coalesce(released_at, now()) ELSE released_at END
   FROM (
     SELECT round($3::numeric * (100 - least($9::numeric * ceil(late_seconds / 86400.0), $10::numeric)) / 100, 2)
       AS score
     FROM ext_assignments.submissions WHERE id = $1
   ) kept WHERE s.id = $1 RETURNING s.*`,
);
const AMONG = `s.assignment_id = $1 AND ($2::uuid[] IS NULL OR s.id = ANY ($2))`;
const RELEASE = sql(
  'assignments_release',
  `UPDATE ext_assignments.submissions s SET released_at = now(), updated_at = now()
   WHERE ${AMONG} AND s.status = 'graded' AND s.released_at IS NULL
   RETURNING s.owner_id, s.passed IS NOT FALSE AS is_pass, (SELECT l.status <> 'removed'
     FROM ext_assignments.learners l WHERE l.assignment_id = s.assignment_id AND l.user_id = s.owner_id) AS is_there`,
);
const HIDE = sql(
  'assignments_hide',
  `UPDATE ext_assignments.submissions s SET released_at = NULL, updated_at = now()
   WHERE ${AMONG} AND s.released_at IS NOT NULL`,
);
// An attempt that a later one replaces needs no grade.
const UNGRADED = sql(
  'assignments_ungraded',
  `SELECT count(*)::int AS n FROM ext_assignments.submissions s
   JOIN ext_assignments.learners l ON l.assignment_id = s.assignment_id AND l.user_id = s.owner_id
   WHERE s.assignment_id = $1 AND s.status = 'submitted' AND l.status = 'active' AND NOT EXISTS (
     SELECT FROM ext_assignments.submissions later WHERE later.assignment_id = s.assignment_id
       AND later.owner_id = s.owner_id AND later.attempt > s.attempt AND later.status <> 'draft')`,
);
const FORGET_UNRELEASED = sql(
  'assignments_grades_forget_unreleased',
  `UPDATE ext_assignments.submissions SET status = 'submitted', score = NULL, penalty = 0, final_score = NULL,
     passed = NULL, rubric_scores = NULL, feedback = NULL, graded_by = NULL, graded_at = NULL, version = version + 1,
     updated_at = now()
   WHERE assignment_id = ANY ($1::uuid[]) AND status = 'graded' AND released_at IS NULL`,
);
const PASSED = sql(
  'assignments_passed',
  `SELECT DISTINCT owner_id FROM ext_assignments.submissions
   WHERE assignment_id = $1 AND owner_id = ANY ($2::uuid[]) AND status = 'graded' AND released_at IS NOT NULL
     AND passed IS NOT FALSE ORDER BY owner_id`,
);

export interface Grade {
  status: 'graded' | 'revision';
  score: number | null;
  passed: boolean | null;
  rubric_scores: CriterionScore[] | null;
  /** Undefined: unchanged. */
  feedback: string | undefined;
  graded_by: string;
  isReleased: boolean;
  /** The percentage for each day begun, and its maximum. */
  penalty: { percent: number; most: number };
}

export interface Released {
  owner_id: string;
  is_pass: boolean;
  /** False: the learner was removed. */
  is_there: boolean;
}

@AppProvider()
export class GradeRepository extends EntityRepository<Submission> {
  protected readonly entity = Submission;

  async grade(id: string, grade: Grade): Promise<Submission> {
    const { status, score, passed, rubric_scores, feedback = null, graded_by, isReleased, penalty } = grade;
    const marks = [status, score, passed, rubric_scores && JSON.stringify(rubric_scores), feedback];
    const how = [graded_by, isReleased, penalty.percent, penalty.most];
    return (await this.converted(GRADE, id, ...marks, ...how))[0] as Submission;
  }

  /** `ids`: null for all. */
  release(assignmentId: string, ids: string[] | null): Promise<Released[]> {
    return this.rows<Released>(RELEASE, assignmentId, ids);
  }

  hide(assignmentId: string, ids: string[] | null): Promise<number> {
    return this.count(HIDE, assignmentId, ids);
  }

  async areKnown(assignmentId: string, ids: string[]): Promise<boolean> {
    const handedIn = { assignment_id: assignmentId, id: In(ids), status: Not('draft') } as const;
    return (await this.countWhere(handedIn)) === ids.length;
  }

  async ungraded(assignmentId: string): Promise<number> {
    return (await this.one<{ n: number }>(UNGRADED, assignmentId))?.n ?? 0;
  }

  /** The users among these with a released passing grade. */
  async passed(assignmentId: string, userIds: string[]): Promise<string[]> {
    const rows = await this.rows<{ owner_id: string }>(PASSED, assignmentId, userIds);
    return rows.map(({ owner_id }) => owner_id);
  }

  /** Resets grades that were not released, when the account of the teacher is deleted. */
  async forgetUnreleased(assignmentIds: string[]): Promise<void> {
    if (assignmentIds.length) await this.count(FORGET_UNRELEASED, assignmentIds);
  }
}
