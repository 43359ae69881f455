import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { unavailable } from '../../platform/http/refusal.js';
import { Images, type Picture } from '../images/images.js';
import { FileRepository, type FileRow } from '../records/file.repository.js';
import { SafeWrite } from '../storage/safe-write.js';
import { contentTypeOf } from './content-type.js';
import { Incoming } from './incoming.js';
import { RecordUpload } from './record-upload.js';
import type { Upload } from './upload.js';

const KEY_BYTES = 16;

/** From a file that came in to one that is kept. */
@Injectable()
export class StoreUpload {
  constructor(
    private readonly incoming: Incoming,
    private readonly images: Images,
    private readonly writes: SafeWrite,
    private readonly files: FileRepository,
    private readonly record: RecordUpload,
  ) {}

  /** An id that was stored already is that file, and is not stored again. */
  async run(id: string, ownerId: string, { file, size, name }: Upload): Promise<FileRow> {
    const { type, kind } = await contentTypeOf(file);
    return this.incoming.within(async (clean) => {
      const picture: Partial<Picture> = kind === 'image' ? await this.images.examine(file, type, clean) : {};
      const { width = null, height = null, cleanSize } = picture;
      const [source, bytes] = cleanSize ? [clean, cleanSize] : [file, size];
      const key = randomBytes(KEY_BYTES).toString('base64url');
      const row = { id, owner_id: ownerId, key, type, kind, size: bytes, width, height, name };
      await this.writes.run(source, bytes, (path) => this.record.run({ ...row, path }));
      const stored = await this.files.own(id, ownerId);
      if (!stored) throw unavailable();
      return stored;
    });
  }
}
