import { IsInt, Max, Min } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AttemptView, CommentView, FileView, SubmissionView } from '../assignments.views.js';
import { ReadSubmission } from '../submissions/read-submission.js';

class Input {
  @Optional() @Uuid() submission_id?: string;
  /** With learner_id, which who learns may leave out. */
  @Optional() @Uuid() assignment_id?: string;
  @Optional() @Uuid() learner_id?: string;
  @Optional() @IsInt() @Min(1) @Max(10_000) attempt?: number;
}

class Result {
  /** Null: nothing yet. */
  @Nullable() @Nested(() => SubmissionView) submission!: SubmissionView | null;
  /** At addresses that work for ten minutes. */
  @ListOf(() => FileView) files!: FileView[];
  @ListOf(() => AttemptView) attempts!: AttemptView[];
  @ListOf(() => CommentView) comments!: CommentView[];
}

@Action('get-submission', {
  access: 'authenticated',
  description: 'The work that a learner has handed in, as the learner or the teacher sees it.',
  input: Input,
  result: Result,
  refuses: { 404: ['Submission not found'] },
})
export class GetSubmission {
  constructor(private readonly read: ReadSubmission) {}

  run({ input, caller }: Call<Input>) {
    return this.read.run(input, caller);
  }
}
