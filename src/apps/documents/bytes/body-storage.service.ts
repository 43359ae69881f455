import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FilesService } from '../../../files/files.service.js';
import { GeneratedFilesService, UNTIL_KEPT_SECONDS } from '../../../files/signed/generated-files.service.js';
import type { NewBody, StoredBody } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BytesRepository } from './version.repository.js';

/** A large body is hashed piece by piece, so that it holds up nobody. */
const PIECE = 256 * 1024;

/** Bytes of documents that other apps make. */
@AppProvider()
export class BodyStorageService {
  constructor(
    private readonly generated: GeneratedFilesService,
    private readonly files: FilesService,
    private readonly bytes: BytesRepository,
  ) {}

  /** Not in a transaction. Without a document, the bytes are removed after a day. */
  store({ owner_id, name, content_type: type, body }: NewBody): Promise<StoredBody> {
    return this.generated.scratch(async (path) => {
      const hash = createHash('sha256');
      const source = Buffer.isBuffer(body) ? Readable.from(piecesOf(body), { objectMode: false }) : body;
      source.on('data', (piece: Buffer) => hash.update(piece));
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      const made = { owner_id, name, type, path, seconds: UNTIL_KEPT_SECONDS, isBeyondRoom: true };
      const file = await this.generated.keep(made);
      return { file_id: file.id, size_bytes: file.size, sha256: hash.digest('hex') };
    });
  }

  /** From now on the bytes stay, and the sweep finds them if no version has them. */
  async take({ file_id, size_bytes, sha256 }: StoredBody): Promise<string> {
    await this.files.makePermanent(file_id);
    return (await this.bytes.insert({ storage_key: file_id, size_bytes, sha256 })).id;
  }
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE) yield body.subarray(at, at + PIECE);
}
