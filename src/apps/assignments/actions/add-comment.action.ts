import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CommentView } from '../assignments.views.js';
import { AddComment } from '../talk/add-comment.js';

class Input {
  @Uuid() assignment_id!: string;
  /** Whom the teacher speaks to. */
  @Optional() @Uuid() learner_id?: string;
  @Optional() @Uuid() submission_id?: string;
  @Written(1, 5000) body!: string;
}

class Result {
  @Nested(() => CommentView) comment!: CommentView;
}

@Action('add-comment', {
  access: 'authenticated',
  changes: true,
  about: 'comment',
  description: 'What the teacher and one learner say to each other, before the grade and after it.',
  input: Input,
  result: Result,
  refuses: {
    400: ['learner_id is required'],
    404: ['Assignment not found', 'Learner not found', 'Submission not found'],
    409: ['Assignment is archived'],
  },
})
export class AddCommentToThread {
  constructor(private readonly add: AddComment) {}

  async run({ input, caller }: Call<Input>) {
    return { comment: await this.add.run(caller, input) };
  }
}
