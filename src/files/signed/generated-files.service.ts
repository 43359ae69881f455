import { stat, writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { notFound } from '../../platform/http/refusal.js';
import { type ArrivedFile, FileRepository } from '../stored/file.repository.js';
import { StorageWritesService } from '../storage/storage-writes.service.js';
import { Storage } from '../storage/storage.js';
import { kindOf } from '../stored/content-type.js';
import { harmlessName } from '../stored/file-name.js';
import { TemporaryFilesService } from '../storage/temporary-files.service.js';
import { FileRecordsService } from '../uploads/file-records.service.js';
import { newKey } from '../uploads/file-storage.service.js';

/** The lifetime of a file that a transaction is about to keep by `makePermanent`: a process may die before. */
export const UNTIL_KEPT_SECONDS = 24 * 60 * 60;

export type MadeFile = {
  owner_id: string;
  name: string;
  /** The media type, which is not checked against the content. */
  type: string;
  /** The lifetime; without it the file stays until it is released. */
  seconds?: number;
  /** Replaces the file that the owner has in this slot. */
  slot?: string;
  /** True: the file counts towards the quota, but is also stored when the quota is used up. */
  isBeyondRoom?: boolean;
  /** The file at the path is moved or copied into the storage. */
} & ({ bytes: Uint8Array } | { path: string });

/** Stores files that the service generates, such as archives, and reads files that it processes. */
@Injectable()
export class GeneratedFilesService {
  constructor(
    private readonly temporaryFiles: TemporaryFilesService,
    private readonly storageWrites: StorageWritesService,
    private readonly fileRecords: FileRecordsService,
    private readonly files: FileRepository,
    private readonly storage: Storage,
    private readonly database: DatabaseService,
  ) {}

  /** Runs outside of transactions, because the storage takes part in none. */
  async keep(made: MadeFile): Promise<ArrivedFile> {
    if (this.database.inTransaction()) throw new Error('Files must be stored outside of transactions');
    if ('path' in made) return this.storeFile(made, made.path);
    return this.temporaryFiles.withPath(async (path) => {
      await writeFile(path, made.bytes, { flag: 'wx', mode: 0o600 });
      return this.storeFile(made, path);
    });
  }

  async read(id: string): Promise<Readable> {
    const file = await this.files.findStored({ id });
    if (!file) throw notFound('File');
    return this.storage.read(file.path);
  }

  /** A temporary path on the local disk; the file is removed afterwards. */
  scratch<T>(work: (path: string) => Promise<T>): Promise<T> {
    return this.temporaryFiles.withPath(work);
  }

  /** The content of the file in the slot; undefined when there is none. */
  async readSlot(ownerId: string, slot: string): Promise<{ bytes: Readable; size: number } | undefined> {
    const file = await this.files.findStored({ owner_id: ownerId, slot });
    return file && { bytes: await this.storage.read(file.path), size: file.size };
  }

  private async storeFile(
    { owner_id, type, seconds, slot, isBeyondRoom = false, name: given }: MadeFile,
    source: string,
  ): Promise<ArrivedFile> {
    const { size } = await stat(source);
    const file = { id: uuidv7(), name: harmlessName(given), size, type };
    const row = {
      ...file,
      owner_id,
      slot,
      kind: kindOf(type),
      key: newKey(),
      of_app: true,
      attached_at: NOW,
      expires_at: seconds === undefined ? null : new Date(Date.now() + seconds * 1000),
    };
    await this.storageWrites.write(source, size, (path) => this.fileRecords.insert({ ...row, path }, !isBeyondRoom));
    return file;
  }
}
