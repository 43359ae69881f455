import { Action, type Call } from '../../kernel/calls/action.js';
import { submissionForOwner } from '../assignments.presenter.js';
import { SubmissionView } from '../assignments.views.js';
import { type CriterionScore, SUBMISSION, type Submission } from '../entities/submission.entity.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import type { Assignment, Criterion } from '../entities/assignment.entity.js';
import { MOST_POINTS, expectWritable, hundredths } from '../assignments/assignment.policy.js';
import { GradeRepository } from '../grading/grade.repository.js';
import { PassingService } from '../jobs/complete-lessons.job.js';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import {
  ArrayUnique,
  Chars,
  Hundredths,
  ListOf,
  Nullable,
  Optional,
  Uuid,
  Written,
} from '../../../platform/http/fields.js';
import { LearnerRepository } from '../learners/learner.repository.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';

class CriterionScoreInput {
  @Chars(1, 10) criterion!: string;
  @Hundredths(0, MOST_POINTS) points!: number;
  @Optional() @Nullable() @Written(0, 2000) comment?: string | null;
}

class Input {
  @Uuid() submission_id!: string;
  /** As it was read; a grade of a submission that changed since is refused. */
  @IsInt() @Min(1) @Max(2 ** 31 - 1) version!: number;
  @Optional() @Hundredths(0, MOST_POINTS) score?: number;
  @Optional() @IsBoolean() passed?: boolean;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique(({ criterion }: CriterionScoreInput) => criterion)
  @ListOf(() => CriterionScoreInput)
  rubric_scores?: CriterionScoreInput[];
  @Optional() @Written(0, 20_000) feedback?: string;
  @Optional() @IsBoolean() waive_penalty?: boolean;
  @Optional() @IsBoolean() request_revision?: boolean;
}

class Result extends answerWith('submission', () => SubmissionView) {}

@Action('grade-submission', {
  access: 'owner',
  target: SUBMISSION,
  changes: true,
  description: 'Marks what was handed in, or asks for it to be revised.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Give a score or rubric scores', 'Score is above the maximum', 'Unknown criterion'],
    409: ['Submission is not submitted', 'Submission was changed', 'Assignment is archived'],
  },
})
export class GradeSubmission {
  constructor(
    private readonly grades: GradeRepository,
    private readonly notifications: AssignmentNotificationsService,
    private readonly passing: PassingService,
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
  ) {}

  async run({ input: marks, caller, target: submission }: Call<Input, Submission>): Promise<Result> {
    const { id, assignment_id, owner_id } = submission;
    const assignment = await this.assignments.the({ id: assignment_id }, 'Assignment');
    expectWritable(assignment);
    if (submission.status === 'draft') throw new Refusal(409, 'Submission is not submitted');
    if (submission.version !== marks.version) throw new Refusal(409, 'Submission was changed');
    const isRevision = marks.request_revision === true;
    const rubric_scores = marks.rubric_scores ? scoresOf(assignment, marks.rubric_scores) : null;
    const result = resultOf(assignment, marks, rubric_scores);
    const graded = await this.grades.grade(id, {
      status: isRevision ? 'revision' : 'graded',
      ...result,
      rubric_scores,
      feedback: marks.feedback,
      graded_by: caller.id,
      // A revision may come without a grade, and then there is nothing to show.
      isReleased: assignment.release === 'immediate' && (result.score ?? result.passed) !== null,
      penalty: {
        percent: marks.waive_penalty ? 0 : assignment.late_penalty_percent,
        most: assignment.late_penalty_max,
      },
    });
    await this.tell(assignment, submission, graded);
    const learner = await this.learners.knownByUser(assignment_id, owner_id);
    return { submission: submissionForOwner(graded, learner?.marked) };
  }

  private async tell(assignment: Assignment, before: Submission, now: Submission): Promise<void> {
    const { id, owner_id, status, passed, released_at } = now;
    if (status === 'revision') return this.notifications.revisionRequested(assignment, owner_id, id);
    if (!released_at) return;
    if (before.released_at) this.notifications.gradeChanged(assignment, owner_id, id);
    else this.notifications.graded(assignment, [owner_id]);
    if (passed !== false) await this.passing.completeLessons(assignment.id, [owner_id]);
  }
}

function resultOf(
  { grading, points }: Assignment,
  { score, passed, request_revision }: Input,
  rubric_scores: CriterionScore[] | null,
): Pick<Submission, 'score' | 'passed'> {
  if (grading === 'pass_fail') {
    if (score !== undefined) throw invalid({ field: 'score', message: 'score is not for what passes or fails' });
    if (passed === undefined && !request_revision) throw invalid({ field: 'passed', message: 'passed is required' });
    return { score: null, passed: passed ?? null };
  }
  const isGiven = score !== undefined || rubric_scores !== null;
  if ((score !== undefined && rubric_scores) || (!isGiven && !request_revision))
    throw new Refusal(400, 'Give a score or rubric scores');
  if (score !== undefined && score > points) throw aboveMaximum();
  return { score: rubric_scores ? hundredths(rubric_scores) / 100 : (score ?? null), passed: passed ?? null };
}

function scoresOf({ rubric }: Assignment, given: NonNullable<Input['rubric_scores']>): CriterionScore[] {
  return given.map(({ criterion, points, comment }) => {
    const found = rubric?.find(({ id }: Criterion) => id === criterion);
    if (!found) throw new Refusal(400, 'Unknown criterion');
    if (points > found.points) throw aboveMaximum();
    return { criterion, points, comment: comment || null };
  });
}

const aboveMaximum = () => new Refusal(400, 'Score is above the maximum');
