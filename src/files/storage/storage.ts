import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { DriverContract } from 'flydrive/types';
import { unavailable } from '../../platform/http/refusal.js';

/** A signed URL is followed at once; a download that has started continues after it expires. */
const SIGNED_SECONDS = 300;
/** Object stores sign for at most a week. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60;

/** The response headers that tell a browser how to handle the content. */
export interface Manner {
  type: string;
  disposition: string;
}

/** The source of the bytes for a caller: the local disk, or a redirect to the object store. */
export type Location = { root: string; path: string } | { address: string };

/** The file storage: a folder, or a bucket of an S3-compatible store. Each path is written once. */
export class Storage {
  private readonly logger = new Logger('Storage');
  private readonly disk: Disk;

  private constructor(
    driver: DriverContract,
    /** The folder on the local disk; undefined for a bucket. */
    private readonly root: string | undefined,
    private readonly beforeTransfer: (work: string) => void,
  ) {
    this.disk = new Disk(driver);
  }

  /** `beforeTransfer` is called before each transfer and may throw to refuse it. */
  static async open(address: string, beforeTransfer: (work: string) => void = () => undefined): Promise<Storage> {
    const url = new URL(address);
    if (url.protocol === 's3:') return new Storage(await bucket(url), undefined, beforeTransfer);
    const driver = new FSDriver({ location: url, visibility: 'private' });
    return new Storage(driver, fileURLToPath(url), beforeTransfer);
  }

  /**
   * The path is random, so that it is never written twice. It has sub-folders, because a folder with millions
   * of files is slow.
   */
  newPath(): string {
    const name = randomUUID();
    return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
  }

  async put(path: string, file: string, size: number): Promise<void> {
    this.beforeTransfer('Storing a file');
    try {
      const there = this.root === undefined ? undefined : join(this.root, path);
      if (!there || !(await linkFile(file, there))) await this.copyFile(path, file, size);
      if (there) await flushToDisk(there);
    } catch (error) {
      // The disk is full or the store is unavailable, which the caller cannot correct.
      this.logger.error(error);
      throw unavailable(5);
    }
  }

  private async copyFile(path: string, file: string, size: number): Promise<void> {
    const bytes = createReadStream(file);
    try {
      await this.disk.putStream(path, bytes, {
        contentLength: size,
        contentType: 'application/octet-stream',
      });
    } finally {
      bytes.destroy();
    }
  }

  async read(path: string): Promise<Readable> {
    this.beforeTransfer('Reading a stored file');
    return this.disk.getStream(path);
  }

  /** Removing a missing file succeeds. */
  async remove(path: string): Promise<void> {
    this.beforeTransfer('Removing a stored file');
    return this.disk.delete(path);
  }

  async locate(path: string, { type, disposition }: Manner, seconds = SIGNED_SECONDS): Promise<Location> {
    if (this.root !== undefined) return { root: this.root, path };
    const expiresIn = Math.min(seconds, LONGEST_SECONDS);
    const signed = { expiresIn, contentType: type, contentDisposition: disposition };
    return { address: await this.disk.getSignedUrl(path, signed) };
  }
}

/** Creates a hard link, which takes no time for large files. It fails on another disk. */
async function linkFile(file: string, there: string): Promise<boolean> {
  try {
    await mkdir(dirname(there), { recursive: true });
    await link(file, there);
    return true;
  } catch {
    return false;
  }
}

/** Flushes the file to the disk: its row survives a power cut, so the bytes must too. */
async function flushToDisk(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

const silent = () => undefined;
/** The caller logs failures; the S3 client would write them to the console. */
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/** The S3 client is loaded only when it is used: it takes longer to load than the rest of the service. */
async function bucket({ hostname, searchParams }: URL): Promise<DriverContract> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const endpoint = searchParams.get('endpoint') ?? undefined;
  return new S3Driver({
    bucket: hostname,
    region: searchParams.get('region') ?? 'us-east-1',
    endpoint,
    forcePathStyle: endpoint !== undefined,
    visibility: 'private',
    supportsACL: false,
    // Some S3-compatible stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    logger: SILENT,
  });
}

/** The default folder in DATA_DIR. */
export const defaultFolder = (dataDir: string) => pathToFileURL(`${dataDir}/files/`).href;
