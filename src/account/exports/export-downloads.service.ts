import { Injectable, type StreamableFile } from '@nestjs/common';
import { GeneratedFilesService } from '../../files/signed/generated-files.service.js';
import { EncryptionService } from '../../platform/access/encryption.service.js';
import { Runtime } from '../../platform/config/runtime.js';
import { notFound, tooMany } from '../../platform/http/refusal.js';
import { streamAnswer } from '../../platform/http/stream-answer.js';
import { ExportRepository, FILE_SLOT } from './export.repository.js';

const TICKET_NAME = 'account-export';
/** Concurrent downloads of one export in one process. */
const AT_ONCE = 3;
const RETRY_SECONDS = 5;

@Injectable()
export class ExportDownloadsService {
  private readonly running = new Map<string, number>();

  constructor(
    private readonly exports: ExportRepository,
    private readonly files: GeneratedFilesService,
    private readonly encryption: EncryptionService,
    private readonly runtime: Runtime,
  ) {}

  /** The link contains the encrypted id of the export, so it needs no sign-in and cannot be guessed. */
  createLink(id: string): string {
    const ticket = this.encryption.seal(TICKET_NAME, id).toString('base64url');
    return `${this.runtime.publicUrl}/v1/users/exports/${ticket}`;
  }

  async open(ticket: string): Promise<StreamableFile> {
    const id = this.encryption.open<string>(TICKET_NAME, Buffer.from(ticket, 'base64url'));
    const userId = id && (await this.exports.findOwner(id));
    if (!userId) throw notFound('Export');
    const others = this.running.get(id) ?? 0;
    if (others >= AT_ONCE) throw tooMany(RETRY_SECONDS);
    this.running.set(id, others + 1);
    try {
      const file = await this.files.readSlot(userId, FILE_SLOT);
      if (!file) throw notFound('Export');
      const done = () => Promise.resolve(this.release(id));
      return streamAnswer(file.bytes, { size: file.size, type: 'application/json; charset=utf-8', done });
    } catch (error) {
      this.release(id);
      throw error;
    }
  }

  private release(id: string): void {
    const left = (this.running.get(id) ?? 1) - 1;
    if (left) this.running.set(id, left);
    else this.running.delete(id);
  }
}
