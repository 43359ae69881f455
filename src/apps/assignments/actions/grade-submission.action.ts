import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsNumber,
  Max,
  Min,
} from 'class-validator';
import {
  Chars,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Uuid,
  Written,
} from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { submissionForOwner } from '../assignments.presenter.js';
import { SubmissionView } from '../assignments.views.js';
import type { Submission } from '../entities/submission.entity.js';
import { GradeSubmission } from '../grading/grade-submission.js';
import { LearnerRepository } from '../learners/learner.repository.js';
import { SUBMISSION } from '../targets.js';
import { MOST_POINTS } from '../work/assignment.inputs.js';
import { type AssignmentNow, AssignmentRepository } from '../work/assignment.repository.js';

class CriterionScoreInput {
  @Chars(1, 10) criterion!: string;
  @IsNumber({ maxDecimalPlaces: 2 }) @Min(0) @Max(MOST_POINTS) points!: number;
  @Optional() @Nullable() @Written(0, 2000) comment?: string | null;
}

class Input {
  @Uuid() submission_id!: string;
  /** As it was read: who grades what has changed meanwhile hears of it. */
  @IsInt() @Min(1) @Max(2 ** 31 - 1) version!: number;
  @Optional() @IsNumber({ maxDecimalPlaces: 2 }) @Min(0) @Max(MOST_POINTS) score?: number;
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

class Result {
  @Nested(() => SubmissionView) submission!: SubmissionView;
}

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
export class GradeOneSubmission {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly grade: GradeSubmission,
    private readonly learners: LearnerRepository,
  ) {}

  async run({ input, caller, target }: Call<Input, Submission>) {
    const { assignment_id, owner_id } = target;
    const assignment = (await this.assignments.find(assignment_id)) as AssignmentNow;
    const graded = await this.grade.run(assignment, target, input, caller.id);
    const learner = await this.learners.find(assignment_id, owner_id);
    return { submission: submissionForOwner(graded, learner?.marked) };
  }
}
