import { Injectable } from '@nestjs/common';
import { FilesService } from '../../../files/files.service.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { isContentType, isPicture, mayRun } from './file-types.js';
import type { PromisedUpload, UploadFields } from './uploads.js';

/** What an app accepts. */
export interface UploadRule {
  /** How long the address takes the bytes. */
  seconds: number;
  /** The file must be an image that browsers show, of at most so many bytes. */
  picture?: number;
  /** True: also what a browser or a computer would run, such as a program that is sold. */
  programs?: boolean;
  /** True: the file is in use from the start. Otherwise it is deleted a day after it arrived, unless it is taken. */
  attached?: boolean;
  /** The refusal of a content type that is not accepted. */
  notAllowed?: string;
}

/** The columns of an app's own row of a file. */
export interface UploadedFile {
  file_id: string;
  name: string;
  size_bytes: number;
  content_type: string;
}

/** Uploads of apps: an address is promised, the bytes are sent to it, and then a row of the app takes the file. */
@Injectable()
export class AppUploadsService {
  constructor(private readonly files: FilesService) {}

  /** `file`: what the app stores in its row. `answer`: what the caller gets. */
  async promise(
    ownerId: string,
    wanted: UploadFields,
    rule: UploadRule,
  ): Promise<{ file: UploadedFile; answer: PromisedUpload }> {
    const { filename, content_type, size_bytes } = wanted;
    this.checkType(wanted, rule);
    if (rule.picture !== undefined && size_bytes > rule.picture)
      throw invalid({ field: 'size_bytes', message: `size_bytes of an image must not be above ${rule.picture}` });
    const { id, name, upload_url, expires_at } = await this.files.startUpload({
      owner_id: ownerId,
      name: filename,
      type: content_type,
      size: size_bytes,
      seconds: rule.seconds,
      picture: rule.picture !== undefined,
      attached: rule.attached,
    });
    const answer = { file: { id, name }, upload_url, expires_at };
    return { file: { file_id: id, name, size_bytes, content_type }, answer };
  }

  /** 404 unless the bytes of all these files of the owner have arrived; 400 if they are not what the rule accepts. */
  async expectArrived(
    ids: string[],
    ownerId: string,
    { rule, thing = 'File' }: { rule?: UploadRule; thing?: string } = {},
  ) {
    const arrived = ids.length ? await this.files.arrived(ids, ownerId) : [];
    if (arrived.length !== ids.length) throw notFound(thing);
    if (rule) for (const { type } of arrived) this.checkType({ content_type: type }, rule);
  }

  checkType(
    { content_type: type, filename = '' }: Pick<UploadFields, 'content_type'> & Partial<UploadFields>,
    { picture, programs, notAllowed = 'This content type is not allowed' }: UploadRule,
  ): void {
    const isKnown = picture === undefined ? isContentType(type) : isPicture(type);
    if (!isKnown || (!programs && mayRun(type, filename))) throw new Refusal(400, notAllowed);
  }
}
