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

/** A signed address is followed at once; a long download that has begun goes on after it. */
const SIGNED_SECONDS = 300;
/** No store signs for longer than a week. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60;

/** How a browser is to take what it is given. */
export interface Manner {
  type: string;
  disposition: string;
}

/** Where a caller gets the bytes: from the disk, by us, or from another address. */
export type Place = { root: string; path: string } | { address: string };

/** Where uploaded bytes lie: a folder, or a bucket of an S3-compatible store. Each path is written once. */
export class Storage {
  private readonly logger = new Logger('Storage');
  private readonly disk: Disk;

  private constructor(
    driver: DriverContract,
    /** Where the bytes lie on this machine's disk. */
    private readonly root: string | undefined,
  ) {
    this.disk = new Disk(driver);
  }

  static async open(address: string): Promise<Storage> {
    const url = new URL(address);
    if (url.protocol === 's3:') return new Storage(await bucket(url), undefined);
    return new Storage(new FSDriver({ location: url, visibility: 'private' }), fileURLToPath(url));
  }

  /** Random, so that no two writers ever mean the same bytes; in folders, because a folder of millions is slow. */
  newPath(): string {
    const name = randomUUID();
    return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
  }

  async put(path: string, file: string, size: number): Promise<void> {
    try {
      const there = this.root === undefined ? undefined : join(this.root, path);
      if (!there || !(await linked(file, there))) await this.copy(path, file, size);
      if (there) await settle(there);
    } catch (error) {
      // A full disk or a store that is away: nothing that the caller could mend.
      this.logger.error(error);
      throw unavailable(5);
    }
  }

  private async copy(path: string, file: string, size: number): Promise<void> {
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

  read(path: string): Promise<Readable> {
    return this.disk.getStream(path);
  }

  /** What is gone already is no failure. */
  remove(path: string): Promise<void> {
    return this.disk.delete(path);
  }

  async place(path: string, { type, disposition }: Manner, seconds = SIGNED_SECONDS): Promise<Place> {
    if (this.root !== undefined) return { root: this.root, path };
    const expiresIn = Math.min(seconds, LONGEST_SECONDS);
    const signed = { expiresIn, contentType: type, contentDisposition: disposition };
    return { address: await this.disk.getSignedUrl(path, signed) };
  }
}

/** On the same disk it is the same file under another name, however large it is. */
async function linked(file: string, there: string): Promise<boolean> {
  try {
    await mkdir(dirname(there), { recursive: true });
    await link(file, there);
    return true;
  } catch {
    return false;
  }
}

/** As its row survives a power cut, so must the file: until then it may lie in memory alone. */
async function settle(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

const silent = () => undefined;
/** What fails is told by whoever asked; the client would write it to the console. */
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/** Loaded only where it is used: the client of the store takes longer to load than all the rest of the service. */
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
    // Newer checksums are not known to every store that speaks S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    logger: SILENT,
  });
}

/** The folder in DATA_DIR where nothing else was asked for. */
export const ownFolder = (dataDir: string) => pathToFileURL(`${dataDir}/files/`).href;
