import { ArrayMaxSize, IsArray, IsBoolean } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid, WebAddress, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload } from '../../kernel/files/uploads.js';
import { submissionForLearner } from '../assignments.presenter.js';
import { SubmissionView } from '../assignments.views.js';
import { NewFile } from '../files/file.inputs.js';
import { SaveSubmission } from '../submissions/save-submission.js';

class Input {
  @Uuid() assignment_id!: string;
  @Optional() @Nullable() @Written(0, 100_000) body?: string | null;
  @Optional() @Nullable() @WebAddress() link_url?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(20) @ListOf(() => NewFile) add_files?: NewFile[];
  @Optional() @IsArray() @ArrayMaxSize(20) @Uuid({ each: true }) remove_file_ids?: string[];
  @Optional() @IsBoolean() submit?: boolean;
}

class Result {
  @Nested(() => SubmissionView) submission!: SubmissionView;
  @ListOf(() => PromisedUpload) uploads!: PromisedUpload[];
}

@Action('save-submission', {
  access: 'authenticated',
  changes: true,
  about: 'submission',
  description: 'Saves the draft of the current attempt, or opens the next one; and hands it in where that is asked.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Nothing to submit',
      'Submission type not allowed',
      'File type not allowed',
      'File is too large',
      'Too many files',
      'Upload the files before submitting',
    ],
    404: ['Assignment not found', 'File not found'],
    409: [
      'Assignment is not open yet',
      'Assignment is closed',
      'Assignment is archived',
      'No attempts left',
      'Files are still uploading',
      'You are excused from this assignment',
      'Storage is full',
    ],
  },
})
export class SaveOwnSubmission {
  constructor(private readonly save: SaveSubmission) {}

  async run({ input: { assignment_id, ...work }, caller }: Call<Input>) {
    const { submission, uploads } = await this.save.run(caller.id, assignment_id, work);
    return { submission: submissionForLearner(submission), uploads };
  }
}
