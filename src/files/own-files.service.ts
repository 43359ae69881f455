import { Injectable } from '@nestjs/common';
import { EventsService } from '../events/events.service.js';
import { DatabaseService } from '../platform/database/database.service.js';
import type { PageQuery } from '../platform/database/page.js';
import { refusal, unavailable } from '../platform/http/refusal.js';
import { FileDeletedByOwner } from './files.events.js';
import type { FileAnswer, FilesAnswer } from './files.dto.js';
import { FilesService } from './files.service.js';
import { FileRepository } from './stored/file.repository.js';
import { FileRecordsService } from './uploads/file-records.service.js';
import { FileStorageService } from './uploads/file-storage.service.js';
import type { Upload } from './uploads/upload.interceptor.js';

export const fileInUse = refusal(409, 'File is in use');

/** What owners can do with the files that they uploaded themselves. */
@Injectable()
export class OwnFilesService {
  constructor(
    private readonly fileStorage: FileStorageService,
    private readonly fileRecords: FileRecordsService,
    private readonly repository: FileRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** When a file with this id exists, it is returned and nothing is stored. */
  async create(id: string, ownerId: string, upload: Upload): Promise<FileAnswer> {
    const row = { id, owner_id: ownerId, name: upload.name, of_app: false };
    await this.fileStorage.store(upload, {}, (stored) => this.fileRecords.insert({ ...row, ...stored }));
    const file = await this.repository.findOne({ id, owner_id: ownerId });
    if (!file) throw unavailable();
    return { file: this.files.present(file) };
  }

  async list(ownerId: string, query: PageQuery): Promise<FilesAnswer> {
    const { rows, next_cursor } = await this.repository.listByOwner(ownerId, query);
    return { files: rows.map((file) => this.files.present(file)), next_cursor };
  }

  async delete(id: string, ownerId: string): Promise<void> {
    await this.database.transaction(async () => {
      const own = { id, owner_id: ownerId, of_app: false };
      const file = await this.repository.the(own, 'File', { select: ['attached_at'], lock: 'update' });
      if (file.attached_at) throw fileInUse();
      await this.files.release([id]);
      this.events.announce(FileDeletedByOwner, { id }, ownerId);
    });
  }
}
