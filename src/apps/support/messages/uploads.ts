import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Upload } from '../entities/ticket.entity.js';
import type { AttachmentView } from '../support.views.js';
import { isContentType, mayRun } from '../../kernel/files/file-types.js';
import { UploadRepository } from './upload.repository.js';

const MINUTES_10 = 10 * 60;
const MINUTES_15 = 15 * 60;
const PENDING = 20;

const isAllowed = (type: string, name?: string) => isContentType(type) && !mayRun(type, name);
const notAllowed = () => new Refusal(400, 'File type is not allowed');

/** Files that messages carry: handed out to be saved, and never shown. */
@AppProvider()
export class Uploads {
  constructor(
    private readonly rows: UploadRepository,
    private readonly files: FilesService,
  ) {}

  async promise(userId: string, deskOwnerId: string, file: { name: string; size: number; content_type: string }) {
    if (!isAllowed(file.content_type, file.name)) throw notAllowed();
    if ((await this.rows.lockPending(userId)) >= PENDING) throw new Refusal(409, 'Too many pending uploads');
    const { size, content_type } = file;
    const { id, name, upload_url, expires_at } = await this.files.startUpload({
      owner_id: userId,
      name: file.name,
      type: content_type,
      size,
      seconds: MINUTES_15,
    });
    const row = { owner_id: userId, desk_owner_id: deskOwnerId, file_key: id, name, size, content_type };
    const upload = await this.rows.insert(row);
    return { upload: { id: upload.id, name, size, content_type }, upload_url, expires_at };
  }

  /** For a message that is written: only what has come, and that no other message has. */
  async give(ids: string[], userId: string, deskOwnerId: string, messageId: string): Promise<Upload[]> {
    if (!ids.length) return [];
    const uploads = await this.rows.lockFree(ids, userId, deskOwnerId);
    const keys = uploads.map(({ file_key }) => file_key);
    const arrived = await this.files.arrived(keys, userId);
    if (uploads.length !== ids.length || arrived.length !== ids.length) throw notFound('Upload');
    if (!arrived.every(({ type }) => isAllowed(type))) throw notAllowed();
    await this.files.attach(keys, userId, 'upload_ids');
    await this.rows.give(ids, messageId);
    return uploads;
  }

  /** By message. */
  async of(messageIds: string[]): Promise<Map<string, Upload[]>> {
    const uploads = await this.rows.ofMessages(messageIds);
    return new Map(messageIds.map((id) => [id, uploads.filter(({ message_id }) => message_id === id)]));
  }

  /** Before anybody uses them, too late: what they were goes. */
  async drop(limit: number): Promise<number> {
    const dropped = await this.rows.drop(limit);
    await this.files.release(dropped);
    return dropped.length;
  }

  open({ id, name, size, content_type, file_key }: Upload): AttachmentView {
    const opened = this.files.downloadable(file_key, { seconds: MINUTES_10, name });
    return { id, name, size, content_type, ...opened };
  }
}
