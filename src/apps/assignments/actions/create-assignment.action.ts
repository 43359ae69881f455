import { IsBoolean } from 'class-validator';
import { ListOf, Nested, Optional, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload } from '../../kernel/files/uploads.js';
import { assignmentForOwner } from '../assignments.presenter.js';
import { AssignmentView } from '../assignments.views.js';
import { AssignmentFilesService } from '../files/assignment-files.service.js';
import { AssignmentFields } from '../assignments/assignment.inputs.js';
import { AssignmentChangesService } from '../assignments/assignment-changes.service.js';

class Input extends AssignmentFields {
  @Written(1, 200) title!: string;
  @Optional() @IsBoolean() publish?: boolean;
}

class Result {
  @Nested(() => AssignmentView) assignment!: AssignmentView;
  @ListOf(() => PromisedUpload) uploads!: PromisedUpload[];
}

@Action('create-assignment', {
  access: 'authenticated',
  changes: true,
  about: 'assignment',
  description: 'Sets work, as a draft or published at once, with a code to join by and addresses for its material.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Dates are out of order', 'Rubric points must add up to points', 'File is too large', 'Too many files'],
    409: ['Storage is full'],
  },
})
export class CreateAssignment {
  constructor(
    private readonly changes: AssignmentChangesService,
    private readonly files: AssignmentFilesService,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const assignment = await this.changes.create(caller.id, input, input.publish ?? false);
    const uploads = await this.files.changeMaterial(assignment, { add: input.files });
    return { assignment: assignmentForOwner(assignment), uploads };
  }
}
