import { ArrayMaxSize, IsArray, IsBoolean, IsIn } from 'class-validator';
import { ListOf, Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload } from '../../kernel/files/uploads.js';
import { assignmentForOwner, learnerForOwner } from '../assignments.presenter.js';
import { AssignmentView, LearnerView } from '../assignments.views.js';
import { STATUSES, type Status } from '../entities/assignment.entity.js';
import { WorkFiles } from '../files/work-files.js';
import { TellOfChange } from '../learners/tell-of-change.js';
import { ASSIGNMENT } from '../targets.js';
import { AssignmentFields } from '../work/assignment.inputs.js';
import { type AssignmentNow, AssignmentRepository } from '../work/assignment.repository.js';
import { ChangeAssignment } from '../work/change-assignment.js';

class Input extends AssignmentFields {
  @Uuid() assignment_id!: string;
  @Optional() @Written(1, 200) title?: string;
  @Optional() @IsArray() @ArrayMaxSize(50) @Uuid({ each: true }) remove_file_ids?: string[];
  @Optional() @IsBoolean() new_join_code?: boolean;
  @Optional() @IsIn(STATUSES) status?: Status;
}

class Result {
  @Nested(() => AssignmentView) assignment!: AssignmentView;
  @ListOf(() => PromisedUpload) uploads!: PromisedUpload[];
  /** Learners with dates of their own, which do not follow. */
  @ListOf(() => LearnerView) overrides!: LearnerView[];
}

@Action('update-assignment', {
  access: 'owner',
  target: ASSIGNMENT,
  changes: true,
  description: 'Changes what is given; publishes, closes and archives.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Dates are out of order', 'Rubric points must add up to points', 'File is too large', 'Too many files'],
    404: ['File not found'],
    409: ['Assignment has submissions', 'Status change not allowed', 'Assignment is archived', 'Storage is full'],
  },
})
export class UpdateAssignment {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly change: ChangeAssignment,
    private readonly files: WorkFiles,
    private readonly tell: TellOfChange,
  ) {}

  async run({ input: { remove_file_ids, files, ...change }, target: { id } }: Call<Input, { id: string }>) {
    const before = (await this.assignments.find(id)) as AssignmentNow;
    const assignment = await this.change.update(before, change);
    const uploads = await this.files.changeMaterial(assignment, { add: files, remove: remove_file_ids });
    const overrides = await this.tell.of(before, assignment);
    return {
      assignment: assignmentForOwner(assignment),
      uploads,
      overrides: overrides.map((learner) => learnerForOwner(learner, assignment)),
    };
  }
}
