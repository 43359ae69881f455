import { IsBoolean } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Preparation, type PublicCall } from '../../kernel/calls/action.js';
import { TOO_LARGE } from '../bytes/archives.service.js';
import { LinkDoorService, type Opened } from '../sharing/link-door.service.js';
import { LinkDownloadsService } from '../sharing/link-downloads.service.js';
import { LinkKey } from '../sharing/public.views.js';
import { DOOR_REFUSALS } from '../sharing/refusals.js';
import { SignedUrlAnswer } from './download-document.action.js';

class Input extends LinkKey {
  /** Of a link to a folder, a document below it. */
  @Optional() @Uuid() document_id?: string;
  /** True: all that the link leads to, as a zip. */
  @Optional() @IsBoolean() archive?: boolean;
  @Optional() @IsBoolean() inline?: boolean;
}

@Action('download-link', {
  access: 'public',
  notes: true,
  description: 'An address of the content behind a link, which works for ten minutes. Counts as a download.',
  input: Input,
  result: SignedUrlAnswer,
  refuses: {
    ...DOOR_REFUSALS,
    400: [...DOOR_REFUSALS[400], 'Download is not allowed', TOO_LARGE],
    404: ['Link not found', 'Document not found'],
    409: [...DOOR_REFUSALS[409], 'Download limit reached'],
  },
})
export class DownloadLink {
  constructor(
    private readonly door: LinkDoorService,
    private readonly downloads: LinkDownloadsService,
  ) {}

  prepare({ input, visitor }: Preparation<Input>): Promise<Opened> {
    return this.door.enter(input, visitor);
  }

  run({ input, prepared, visitor }: PublicCall<Input, undefined, undefined, Opened>): Promise<SignedUrlAnswer> {
    return this.downloads.download(prepared, input, visitor);
  }
}
