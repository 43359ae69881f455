import { FilesService } from '../../../files/files.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppUploadsService } from '../../kernel/files/app-uploads.service.js';
import { present } from '../../kernel/rows/view.js';
import type { Upload } from '../entities/ticket.entity.js';
import { AttachmentView } from '../support.views.js';
import { UploadRepository } from './upload.repository.js';

const MINUTES_10 = 10 * 60;
const RULE = { seconds: 15 * 60, notAllowed: 'File type is not allowed' };
const MOST_PENDING = 20;

/** Files of messages. They are offered as downloads and never shown by the browser. */
@AppProvider()
export class UploadsService {
  constructor(
    private readonly rows: UploadRepository,
    private readonly uploads: AppUploadsService,
    private readonly files: FilesService,
  ) {}

  async promise(owner_id: string, desk_owner_id: string, wanted: { name: string; size: number; content_type: string }) {
    const { name: filename, size: size_bytes, content_type } = wanted;
    this.uploads.checkType({ filename, content_type }, RULE);
    if ((await this.rows.lockPending(owner_id)) >= MOST_PENDING) throw new Refusal(409, 'Too many pending uploads');
    const { file, answer } = await this.uploads.promise(owner_id, { filename, content_type, size_bytes }, RULE);
    const { file_id: file_key, name } = file;
    const row = await this.rows.insert({ owner_id, desk_owner_id, file_key, name, size: size_bytes, content_type });
    const { upload_url, expires_at } = answer;
    return { upload: { id: row.id, name, size: size_bytes, content_type }, upload_url, expires_at };
  }

  /** Attaches uploads to a new message: only those that have arrived, and that no other message has. */
  async give(ids: string[], userId: string, deskOwnerId: string, messageId: string): Promise<Upload[]> {
    if (!ids.length) return [];
    const uploads = await this.rows.lockFree(ids, userId, deskOwnerId);
    if (uploads.length !== ids.length) throw notFound('Upload');
    const keys = uploads.map(({ file_key }) => file_key);
    await this.uploads.expectArrived(keys, userId, { rule: RULE, thing: 'Upload' });
    await this.files.attach(keys, userId, 'upload_ids');
    await this.rows.give(ids, messageId);
    return uploads;
  }

  /** By message. */
  async of(messageIds: string[]): Promise<Map<string, Upload[]>> {
    const uploads = await this.rows.ofMessages(messageIds);
    return new Map(messageIds.map((id) => [id, uploads.filter(({ message_id }) => message_id === id)]));
  }

  readonly open = (upload: Upload): AttachmentView => ({
    ...present(AttachmentView, upload),
    ...this.files.downloadable(upload.file_key, { seconds: MINUTES_10, name: upload.name }),
  });
}
