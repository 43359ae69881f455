import { stat, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../platform/database/database.js';
import { notFound } from '../../platform/http/refusal.js';
import { type ArrivedFile, FileRepository } from '../records/file.repository.js';
import { SafeWrite } from '../storage/safe-write.js';
import { Storage } from '../storage/storage.js';
import { kindOf } from '../uploads/content-type.js';
import { harmlessName } from '../uploads/file-name.js';
import { Incoming } from '../uploads/incoming.js';
import { RecordUpload } from '../uploads/record-upload.js';
import { newKey } from '../uploads/store-bytes.js';

export type MadeFile = {
  owner_id: string;
  name: string;
  /** What it is: whoever made it knows. */
  type: string;
  /** After which it removes itself; without, it stays until it is released. */
  seconds?: number;
  /** What lies at the path belongs to the file from then on. */
} & ({ bytes: Uint8Array } | { path: string });

/** Bytes in the hands of the service itself: of files that it makes, such as archives, and of those it works on. */
@Injectable()
export class FileBytes {
  constructor(
    private readonly incoming: Incoming,
    private readonly writes: SafeWrite,
    private readonly record: RecordUpload,
    private readonly files: FileRepository,
    private readonly storage: Storage,
    private readonly database: Database,
  ) {}

  async keep(made: MadeFile): Promise<ArrivedFile> {
    // The storage shares no transaction, and none may wait for it.
    if (this.database.inTransaction()) throw new Error('Files are kept outside of transactions');
    if ('path' in made) return this.store(made, made.path);
    return this.incoming.within(async (path) => {
      await writeFile(path, made.bytes, { flag: 'wx', mode: 0o600 });
      return this.store(made, path);
    });
  }

  async read(id: string): Promise<Readable> {
    const file = await this.files.stored(id);
    if (!file) throw notFound('File');
    return this.storage.read(file.path);
  }

  private async store(
    { owner_id, type, seconds, name: given }: MadeFile,
    source: string,
  ): Promise<ArrivedFile> {
    const { size } = await stat(source);
    const file = { id: uuidv7(), name: harmlessName(given), size, type };
    const row = {
      ...file,
      owner_id,
      kind: kindOf(type),
      key: newKey(),
      width: null,
      height: null,
      of_app: true,
      attached: true,
      sha256: null,
      expires_at: seconds === undefined ? null : new Date(Date.now() + seconds * 1000),
    };
    await this.writes.run(source, size, (path) => this.record.run({ ...row, path }));
    return file;
  }
}
