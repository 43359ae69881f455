import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';

/** Longer than an upload may pause, or is processed. */
const LEFT_BEHIND_MS = 10 * 60_000;

export interface Arrived {
  path: string;
  size: number;
  digest: Buffer;
}

/** Files that are being received or processed: on the local disk, and removed afterwards. */
@Injectable()
export class TemporaryFilesService implements OnApplicationBootstrap {
  private readonly folder: string;

  constructor(environment: Environment) {
    this.folder = join(environment.dataDir, 'incoming');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.removeOld();
  }

  /** Calls `work` with a new path and removes the file afterwards. */
  async withPath<T>(work: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.folder, randomUUID());
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Writes the stream to a new file. When the stream fails, the file is removed. */
  async receive(stream: Readable): Promise<Arrived> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, randomUUID());
    const hash = createHash('sha256');
    let size = 0;
    stream.on('data', (piece: Buffer) => {
      hash.update(piece);
      size += piece.length;
    });
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    try {
      await pipeline(stream, file);
      return { path, size, digest: hash.digest() };
    } catch (error) {
      // The file may still be about to be created.
      if (!file.closed) await new Promise<void>((closed) => file.once('close', () => closed()));
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Removes the files of processes that were killed. */
  async removeOld(): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) {
      const path = join(this.folder, name);
      const written = await stat(path).catch(() => undefined);
      if (written && Date.now() - written.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true });
    }
  }
}
