import { ArrayMaxSize, IsArray, IsBoolean } from 'class-validator';
import { ListOf, Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { type Fault, notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { present } from '../../kernel/rows/view.js';
import type { RequestFile, Submission } from '../entities/submission.entity.js';
import { OwnFileView, OwnSubmissionView } from '../filerequests.views.js';
import { isAccepted, nothingToSubmit, UPLOADER_REFUSALS } from '../refusals.js';
import { ArrivalsService } from '../uploads/arrivals.service.js';
import { RequestFileRepository } from '../uploads/file.repository.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';
import { SubmissionsService } from '../uploads/submissions.service.js';
import { UploaderFields } from '../uploads/uploader.inputs.js';
import { type Admitted, type Uploader, UploadersService } from '../uploads/uploaders.service.js';
import { expectTakesFiles } from '../uploads/uploading.policy.js';

class Input extends UploaderFields {
  /** Of a draft, or where the owner has asked for changes. */
  @Optional() @IsArray() @ArrayMaxSize(50) @Uuid({ each: true }) remove_file_ids?: string[];
  @Optional() @Written(0, 2000) note?: string;
  /** True: the files are confirmed, and nothing is submitted yet. */
  @Optional() @IsBoolean() partial?: boolean;
}

export class SubmitResult {
  @Nested(() => OwnSubmissionView) submission!: OwnSubmissionView;
  @ListOf(() => OwnFileView) files!: OwnFileView[];
  /** Required items without enough files. */
  @Uuid({ each: true }) missing_items!: string[];
}

type SubmitCall = PublicCall<Input, undefined, undefined, Admitted>;
/** An uploader who has sent something. */
type Sender = Uploader & { submission: Submission };

const REMOVABLE = new Set(['draft', 'changes_requested']);
const GONE = new Set(['removed', 'lost']);

@Action('submit-files', {
  access: 'public',
  changes: true,
  outside: true,
  about: 'submission',
  description: 'Confirms the files whose bytes have arrived, and submits them.',
  input: Input,
  result: SubmitResult,
  refuses: {
    ...UPLOADER_REFUSALS,
    400: [...UPLOADER_REFUSALS[400], nothingToSubmit.text],
    404: [...UPLOADER_REFUSALS[404], 'File not found'],
    409: [
      ...UPLOADER_REFUSALS[409],
      'Files are still uploading',
      'Required files are missing',
      isAccepted.text,
      'Submission is already submitted',
    ],
  },
})
export class SubmitFiles {
  constructor(
    private readonly uploaders: UploadersService,
    private readonly arrivals: ArrivalsService,
    private readonly files: RequestFileRepository,
    private readonly submissions: SubmissionRepository,
    private readonly submitting: SubmissionsService,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<Admitted> {
    return this.uploaders.admit(call);
  }

  /** What refuses the whole call is found before anything is committed, except what the content of the files shows. */
  async run(call: SubmitCall): Promise<Outside> {
    const { remove_file_ids = [], partial = false } = call.input;
    const sender = await this.sender(call);
    await this.remove(sender, remove_file_ids);
    const uploading = await this.arrivals.complete(sender.submission.id);
    if (!partial) await this.expectReady(sender, uploading);
    return Outside.first({
      ask: () => this.arrivals.look(sender.submission.id),
      done: () => this.finish(call),
      undo: () => Promise.resolve(),
    });
  }

  private async finish(call: SubmitCall): Promise<SubmitResult> {
    const { partial = false, note } = call.input;
    const sender = await this.sender(call);
    const { request, submission } = sender;
    const files = await this.files.of(submission.id);
    const missing = await this.submissions.missing(request.id, submission.id);
    let submitted = submission;
    if (!partial) {
      await this.expectReady(
        sender,
        files.filter(({ status }) => status === 'pending'),
      );
      submitted = await this.submitting.submit(request, submission, note);
      await this.submitting.tellOwner(request, submitted);
    }
    return {
      submission: present(OwnSubmissionView, submitted),
      files: files.filter(({ status }) => !GONE.has(status)).map((file) => present(OwnFileView, file)),
      missing_items: missing.map(({ id }) => id),
    };
  }

  private async sender(call: SubmitCall): Promise<Sender> {
    const uploader = await this.uploaders.of(call, { locked: true });
    const { request, submission } = uploader;
    expectTakesFiles(request, submission, new Date());
    if (!submission) throw uploader.recipient ? nothingToSubmit() : notFound('Submission');
    if (submission.status === 'accepted') throw isAccepted();
    return { ...uploader, submission };
  }

  private async remove({ request, submission }: Sender, ids: string[]): Promise<void> {
    if (!ids.length) return;
    const own = (await this.files.of(submission.id)).filter(({ id, status }) => ids.includes(id) && !GONE.has(status));
    if (own.length < new Set(ids).size) throw notFound('File');
    if (!REMOVABLE.has(submission.status)) throw new Refusal(409, 'Submission is already submitted');
    await this.arrivals.remove(request, own);
  }

  private async expectReady({ request, submission }: Sender, uploading: RequestFile[]): Promise<void> {
    if (uploading.length) {
      const details = uploading.map(({ id, name }): Fault => ({ field: id, message: `${name} has not arrived` }));
      throw new Refusal(409, 'Files are still uploading', { details });
    }
    const files = await this.files.of(submission.id);
    if (!files.some(({ status, document_id }) => status === 'received' || (status === 'pending' && document_id)))
      throw nothingToSubmit();
    const missing = await this.submissions.missing(request.id, submission.id);
    if (!missing.length) return;
    const details = missing.map(({ id, title }): Fault => ({ field: id, message: `${title} is missing` }));
    throw new Refusal(409, 'Required files are missing', { details });
  }
}
