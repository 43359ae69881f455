import { Injectable } from '@nestjs/common';
import { unavailable } from '../../platform/http/refusal.js';
import { FileRepository, type FileRow } from '../records/file.repository.js';
import { RecordUpload } from './record-upload.js';
import { StoreBytes } from './store-bytes.js';
import type { Upload } from './upload.js';

const OWN = { of_app: false, attached: false, sha256: null, expires_at: null };

/** What somebody uploads for himself. */
@Injectable()
export class StoreUpload {
  constructor(
    private readonly store: StoreBytes,
    private readonly files: FileRepository,
    private readonly record: RecordUpload,
  ) {}

  /** An id that was stored already is that file, and is not stored again. */
  async run(id: string, ownerId: string, upload: Upload): Promise<FileRow> {
    const row = { ...OWN, id, owner_id: ownerId, name: upload.name };
    await this.store.run(upload, {}, (stored) => this.record.run({ ...row, ...stored }));
    const stored = await this.files.own(id, ownerId);
    if (!stored) throw unavailable();
    return stored;
  }
}
