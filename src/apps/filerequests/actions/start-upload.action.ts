import { IsInt, IsObject, IsString, Max, Min } from 'class-validator';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { Chars, Email, Nested, Nullable, Optional, Time, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { present } from '../../kernel/rows/view.js';
import type { Submission } from '../entities/submission.entity.js';
import { FilerequestsSettings } from '../filerequests.settings.js';
import { OwnFileView } from '../filerequests.views.js';
import { cannotTakeMore, UPLOADER_REFUSALS } from '../refusals.js';
import { LARGEST_FILE } from '../request.inputs.js';
import { NewUploadsService } from '../uploads/new-uploads.service.js';
import { SubmissionDraftsService } from '../uploads/submission-drafts.service.js';
import { UploadLimitsService } from '../uploads/upload-limits.service.js';
import { UploaderFields } from '../uploads/uploader.inputs.js';
import { type Admitted, type Uploader, UploadersService } from '../uploads/uploaders.service.js';

class Input extends UploaderFields {
  /** Needed with the first file by `code`. */
  @Optional() @Written(1, 100) uploader_name?: string;
  @Optional() @Email() uploader_email?: string;
  @Optional() @Uuid() item_id?: string;
  @Chars(1, 255) name!: string;
  @IsInt() @Min(1) @Max(LARGEST_FILE) size_bytes!: number;
  @Chars(1, 200) content_type!: string;
}

interface Prepared extends Admitted {
  /** Of the owner's documents, as of before the call. */
  hasRoom: boolean;
}

class UploadView {
  @IsString() url!: string;
  @IsString() method!: string;
  @IsObject() headers!: Record<string, string>;
  @Time() expires_at!: Date;
}

class Result {
  @Nested(() => OwnFileView) file!: OwnFileView;
  @Nested(() => UploadView) upload!: UploadView;
  /** Shown once, with the first file by `code`; else null. */
  @Nullable() @IsString() receipt!: string | null;
}

@Action('start-upload', {
  access: 'public',
  changes: true,
  outside: true,
  about: 'file',
  description: 'Promises a file, whose bytes are then put to the address of the answer.',
  input: Input,
  result: Result,
  refuses: {
    ...UPLOADER_REFUSALS,
    400: [
      ...UPLOADER_REFUSALS[400],
      'Name is required',
      'E-mail is required',
      'Choose an item',
      'File type not allowed',
      'File is too large',
    ],
    404: [...UPLOADER_REFUSALS[404], 'Item not found'],
    409: [...UPLOADER_REFUSALS[409], 'Too many files', 'Submission is already accepted', cannotTakeMore.text],
    429: [...UPLOADER_REFUSALS[429], 'Too many uploads'],
  },
})
export class StartUpload {
  constructor(
    private readonly uploaders: UploadersService,
    private readonly uploads: NewUploadsService,
    private readonly drafts: SubmissionDraftsService,
    private readonly limits: UploadLimitsService,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
  ) {}

  async prepare(call: EarlyCall<Input>): Promise<Prepared> {
    await this.limits.countUpload(call.visitor);
    const request = await this.uploaders.admit(call);
    const hasRoom = await this.uploads.hasRoom(request, call.input.size_bytes);
    return { password_hash: request.password_hash, hasRoom };
  }

  /** Where there is no room, nothing is written and the request is not locked: the callers need not wait for each other. */
  async run(call: PublicCall<Input, undefined, undefined, Prepared>): Promise<Result | Outside> {
    const { input, caller, visitor } = call;
    const { hasRoom } = call.prepared;
    const uploader = await this.uploaders.of(call, { locked: hasRoom });
    const { blocked_extensions } = await this.settings.of(FilerequestsSettings, uploader.request.owner_id);
    await this.uploads.check(uploader, input, blocked_extensions);
    const person = this.drafts.personOf(uploader, input, caller);
    const promised = hasRoom ? await this.uploads.promise(uploader, person.uploader_name, input) : undefined;
    if (!promised) return this.refuse(uploader);
    const { upload, folder_id } = promised;
    const { submission, receipt } = await this.drafts.keep(uploader, { person, folder_id, visitor });
    const file = await this.uploads.add(submission as Submission, upload, input);
    const { url, method, headers, expires_at } = upload;
    return { file: present(OwnFileView, file), upload: { url, method, headers, expires_at }, receipt };
  }

  /** The refusal would take the notification back, so that has a transaction of its own. */
  private refuse({ request: { id, owner_id, title } }: Uploader): Outside {
    return Outside.first({
      ask: () => Promise.reject(cannotTakeMore()),
      done: () => Promise.reject(new Refusal(409, cannotTakeMore.text)),
      undo: async () => {
        if (!(await this.drafts.mayTellStorage(id))) return;
        this.notifications.notify(owner_id, {
          type: 'filerequests.storage_full',
          title,
          body: 'Your documents cannot take more files of this request now.',
          data: { request_id: id },
        });
      },
    });
  }
}
