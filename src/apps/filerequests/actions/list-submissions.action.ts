import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { type FileRequest, REQUEST } from '../entities/request.entity.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../entities/submission.entity.js';
import { SubmittedView } from '../filerequests.views.js';
import { SubmittedFilesService } from '../reviews/submitted-files.service.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';

class Input extends Page {
  @Uuid() request_id!: string;
  /** All but drafts if it is not given. */
  @Optional() @IsIn(SUBMISSION_STATUSES) status?: SubmissionStatus;
  @Optional() @Uuid() recipient_id?: string;
}

class Result extends pageOf('submissions', () => SubmittedView) {}

@Action('list-submissions', {
  access: 'owner',
  target: REQUEST,
  description: 'What uploaders have sent, with addresses of the files for ten minutes.',
  input: Input,
  result: Result,
})
export class ListSubmissions {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly files: SubmittedFilesService,
  ) {}

  async run({ input, target: request }: Call<Input, FileRequest>): Promise<Result> {
    const { status, recipient_id } = input;
    const page = await this.submissions.list(request.id, { status, recipient_id }, pageQuery(input));
    return { submissions: await this.files.with(page.rows), next_cursor: page.next_cursor };
  }
}
