import { IsBoolean, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present } from '../../kernel/rows/view.js';
import type { FileRequest } from '../entities/request.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { FilerequestsSettings } from '../filerequests.settings.js';
import { AskedItemView, OwnFileView, OwnSubmissionView } from '../filerequests.views.js';
import { UPLOADER_REFUSALS } from '../refusals.js';
import { ItemRepository } from '../requests/item.repository.js';
import { RecipientRepository } from '../requests/recipient.repository.js';
import { normalExtension } from '../uploads/file-names.js';
import { RequestFileRepository } from '../uploads/file.repository.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';
import { UploaderFields } from '../uploads/uploader.inputs.js';
import { type Admitted, UploadersService } from '../uploads/uploaders.service.js';
import { expectTakesFiles, isPast, needsEmail } from '../uploads/uploading.policy.js';

class OpenedRequestView {
  @IsString() title!: string;
  @Nullable() @IsString() instructions!: string | null;
  @ListOf(() => AskedItemView) items!: AskedItemView[];
  @Nullable() @Time() closes_at!: Date | null;
  /** What is sent now is late. */
  @IsBoolean() late!: boolean;
  /** False: it only shows what the uploader has sent. */
  @IsBoolean() takes_files!: boolean;
  @IsInt() max_file_bytes!: number;
  /** False also where the address of the recipient is known. */
  @IsBoolean() require_email!: boolean;
  /** Where an item lists no extensions. */
  @IsString({ each: true }) blocked_extensions!: string[];
  @Nested(() => PersonView) owner!: PersonView;
  /** Of the recipient whose link or account opens it. */
  @Nullable() @IsString() recipient_name!: string | null;
}

class OpenedSubmissionView extends OwnSubmissionView {
  @ListOf(() => OwnFileView) files!: OwnFileView[];
  /** Required items without enough files. */
  @Uuid({ each: true }) missing_items!: string[];
}

class Result {
  @Nested(() => OpenedRequestView) request!: OpenedRequestView;
  /** The caller's own. */
  @Nullable() @Nested(() => OpenedSubmissionView) submission!: OpenedSubmissionView | null;
}

@Action('open-request', {
  access: 'public',
  notes: true,
  description: 'What is asked for, and what the uploader has sent.',
  input: UploaderFields,
  result: Result,
  refuses: UPLOADER_REFUSALS,
})
export class OpenRequest {
  constructor(
    private readonly uploaders: UploadersService,
    private readonly items: ItemRepository,
    private readonly recipients: RecipientRepository,
    private readonly submissions: SubmissionRepository,
    private readonly files: RequestFileRepository,
    private readonly settings: AppSettings,
  ) {}

  prepare(call: EarlyCall<UploaderFields>): Promise<Admitted> {
    return this.uploaders.admit(call);
  }

  async run(call: PublicCall<UploaderFields, undefined, undefined, Admitted>): Promise<Result> {
    const { request, owner, recipient, submission } = await this.uploaders.of(call, { locked: false });
    const isHolder = recipient !== undefined || submission !== undefined;
    if (!isHolder) expectTakesFiles(request, submission, new Date());
    if (recipient) await this.recipients.advance(recipient.id, ['invited'], 'opened');
    const { blocked_extensions } = await this.settings.of(FilerequestsSettings, request.owner_id);
    const { title, instructions, closes_at, max_file_bytes } = request;
    return {
      request: {
        title,
        instructions,
        closes_at,
        max_file_bytes,
        owner,
        require_email: needsEmail(request, recipient),
        items: (await this.items.of(request.id)).map((item) => present(AskedItemView, item)),
        late: request.allow_late && isPast(request, new Date()),
        takes_files: takesFiles(request, submission),
        blocked_extensions: blocked_extensions.map(normalExtension),
        recipient_name: recipient?.name ?? null,
      },
      submission: submission ? await this.show(submission) : null,
    };
  }

  private async show(submission: Submission): Promise<OpenedSubmissionView> {
    const files = (await this.files.of(submission.id)).filter(({ status }) => status !== 'removed');
    const missing = await this.submissions.missing(submission.request_id, submission.id);
    return {
      ...present(OwnSubmissionView, submission),
      files: files.map((file) => present(OwnFileView, file)),
      missing_items: missing.map(({ id }) => id),
    };
  }
}

function takesFiles(request: FileRequest, submission: Submission | undefined): boolean {
  if (submission?.status === 'accepted') return false;
  try {
    expectTakesFiles(request, submission, new Date());
    return true;
  } catch {
    return false;
  }
}
