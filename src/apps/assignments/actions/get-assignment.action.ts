import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { assignmentForLearner, assignmentForOwner, isLocked } from '../assignments.presenter.js';
import { AssignmentView, FileView } from '../assignments.views.js';
import { WorkFiles } from '../files/work-files.js';
import { MyWork, MyWorkView } from '../submissions/my-work.js';
import { OpenAssignment } from '../work/open-assignment.js';

class Input {
  @Uuid() assignment_id!: string;
}

class Result {
  @Nested(() => AssignmentView) assignment!: AssignmentView;
  /** The teacher's material, at addresses that work for ten minutes. */
  @ListOf(() => FileView) files!: FileView[];
  /** Null for who does not learn there. */
  @Nullable() @Nested(() => MyWorkView) my!: MyWorkView | null;
}

@Action('get-assignment', {
  access: 'authenticated',
  description: 'An assignment with its material, and where the caller stands in it.',
  input: Input,
  result: Result,
  refuses: { 404: ['Assignment not found'] },
})
export class GetAssignment {
  constructor(
    private readonly open: OpenAssignment,
    private readonly files: WorkFiles,
    private readonly myWork: MyWork,
  ) {}

  async run({ input: { assignment_id }, caller }: Call<Input>) {
    const { assignment, learner, isTeacher } = await this.open.run(assignment_id, caller);
    const isHidden = !isTeacher && isLocked(assignment);
    const [files, my] = await Promise.all([
      isHidden ? [] : this.files.material(assignment.id),
      learner ? this.myWork.of(assignment, learner) : null,
    ]);
    const present = isTeacher ? assignmentForOwner : assignmentForLearner;
    return { assignment: present(assignment), files, my };
  }
}
