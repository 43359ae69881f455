import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GeneratedFilesService } from '../../../files/signed/generated-files.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { FileTextService } from '../../kernel/files/file-text.service.js';
import { BytesRepository, VersionRepository } from '../bytes/version.repository.js';
import type { Version } from '../entities/version.entity.js';
import { TextRepository } from '../text/text.repository.js';

/** Of a longer file no words are read, so that many of them do not fill the local disk. */
const MOST_BYTES = 100 * 1024 * 1024;

interface Found {
  sha256: string | null;
  text?: string;
  status: Version['text_status'];
}

/** The checksum of a new version, and its words for the search. Whatever fails, the file stays as it is. */
@AppProvider()
export class ProcessVersionJob extends Job<{ version_id: string }> {
  readonly name = 'documents.process-version';
  override readonly atOnce = 2;

  constructor(
    private readonly versions: VersionRepository,
    private readonly bytes: BytesRepository,
    private readonly texts: TextRepository,
    private readonly files: GeneratedFilesService,
    private readonly reader: FileTextService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ version_id }: { version_id: string }): Promise<void> {
    const version = await this.versions.findOne({ id: version_id });
    if (!version) return;
    const isDone = version.sha256 !== null && version.text_status !== 'pending';
    const found = isDone ? { sha256: version.sha256, status: version.text_status } : await this.read(version);
    await this.database.transaction(() => this.write(version, found)).catch(() => this.giveUp(version, found));
  }

  private async read(version: Version): Promise<Found> {
    const key = (await this.bytes.keysOf([version.id])).get(version.id) as string;
    const isRead = version.text_status === 'pending' && version.size_bytes <= MOST_BYTES;
    return this.files.scratch(async (path) => {
      const hash = createHash('sha256');
      const source = await this.files.read(key);
      source.on('data', (piece: Buffer) => hash.update(piece));
      if (isRead) await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      else await pipeline(source, new Writable({ write: (_piece, _encoding, done) => done() }));
      const sha256 = hash.digest('hex');
      if (version.text_status !== 'pending') return { sha256, status: version.text_status };
      const text = isRead ? await this.reader.read(path, version.content_type) : undefined;
      if (text === undefined) return { sha256, status: 'failed' };
      return { sha256, text, status: text ? 'ready' : 'none' };
    });
  }

  private async write({ id, item_id, blob_id }: Version, { sha256, text, status }: Found): Promise<void> {
    if (text) await this.texts.write(id, text);
    await this.texts.dropOld(item_id);
    await this.versions.update({ id }, { sha256, text_status: status });
    await this.bytes.update({ id: blob_id, sha256: null }, { sha256 });
  }

  /** PostgreSQL does not take these words. A lost connection fails here once more, and the job is repeated. */
  private async giveUp(version: Version, found: Found): Promise<void> {
    await this.database.transaction(() => this.write(version, { sha256: found.sha256, status: 'failed' }));
  }
}
