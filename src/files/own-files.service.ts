import { Injectable } from '@nestjs/common';
import { EventsService } from '../events/events.service.js';
import { Config } from '../platform/config/environment.js';
import { DatabaseService } from '../platform/database/database.service.js';
import type { PageQuery } from '../platform/database/page.js';
import { isUuid } from '../platform/database/uuid.js';
import { notFound, Refusal } from '../platform/http/refusal.js';
import type { FileAnswer, FilesAnswer } from './files.dto.js';
import { FilesService } from './files.service.js';
import { presentFile } from './stored/file.presenter.js';
import { FileRepository } from './stored/file.repository.js';
import type { Upload } from './uploads/upload.interceptor.js';
import { UploadsService } from './uploads/uploads.service.js';

/** What owners can do with the files that they uploaded themselves. */
@Injectable()
export class OwnFilesService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly repository: FileRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
    private readonly config: Config,
  ) {}

  async create(id: string, ownerId: string, upload: Upload): Promise<FileAnswer> {
    const file = await this.uploads.create(id, ownerId, upload);
    return { file: presentFile(file, this.config.publicUrl) };
  }

  async list(ownerId: string, query: PageQuery): Promise<FilesAnswer> {
    const { rows, next_cursor } = await this.repository.listByOwner(ownerId, query);
    return { files: rows.map((file) => presentFile(file, this.config.publicUrl)), next_cursor };
  }

  async delete(id: string, ownerId: string): Promise<void> {
    if (!isUuid(id)) throw notFound('File');
    await this.database.transaction(async () => {
      const file = await this.repository.lockOwn(id, ownerId);
      if (!file) throw notFound('File');
      if (file.attached_at) throw new Refusal(409, 'File is in use');
      await this.files.release([id]);
      this.events.record({ type: 'file.deleted', actor_id: ownerId, data: { id } });
    });
  }
}
