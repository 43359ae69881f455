import { Injectable } from '@nestjs/common';
import { unavailable } from '../../platform/http/refusal.js';
import { FileRepository, type FileRow } from '../stored/file.repository.js';
import { FileRecordsService } from './file-records.service.js';
import { FileStorageService } from './file-storage.service.js';
import type { Upload } from './upload.interceptor.js';

const OWN = { of_app: false, attached: false, sha256: null, expires_at: null };

/** Uploads of users for their own use. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly fileStorage: FileStorageService,
    private readonly files: FileRepository,
    private readonly fileRecords: FileRecordsService,
  ) {}

  /** When a file with this id exists, it is returned and nothing is stored. */
  async create(id: string, ownerId: string, upload: Upload): Promise<FileRow> {
    const row = { ...OWN, id, owner_id: ownerId, name: upload.name };
    await this.fileStorage.store(upload, {}, (stored) => this.fileRecords.insert({ ...row, ...stored }));
    const stored = await this.files.findOwn(id, ownerId);
    if (!stored) throw unavailable();
    return stored;
  }
}
