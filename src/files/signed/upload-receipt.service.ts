import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { Readable } from 'node:stream';
import { NOW } from '../../platform/database/entity.repository.js';
import { notFound, Refusal, unavailable, invalid } from '../../platform/http/refusal.js';
import { mayTakeLong } from '../../platform/http/server/time-limit.js';
import { type ArrivedFile, FileRepository } from '../stored/file.repository.js';
import { type Arrived, TemporaryFilesService } from '../storage/temporary-files.service.js';
import { FileRecordsService } from '../uploads/file-records.service.js';
import { FileStorageService } from '../uploads/file-storage.service.js';
import { SignedUrlsService } from './signed-urls.service.js';
import { type NewUpload, WaitingUploadRepository } from './waiting-upload.repository.js';

/** The allowance for the overhead of chunked encoding. */
const OVERHEAD = { bytes: 1024 * 1024, each: 1.01 };
const RETRIES = { everyMs: 100, most: 20 };

/** Receives the promised bytes and streams them to the storage: never whole in memory, and all of them or none. */
@Injectable()
export class UploadReceiptService {
  private readonly logger = new Logger('Files');
  /** Uploads with the same id run one after the other, because room was reserved for one. */
  private readonly inProgress = new Set<string>();

  constructor(
    private readonly signedUrls: SignedUrlsService,
    private readonly uploads: WaitingUploadRepository,
    private readonly files: FileRepository,
    private readonly temporaryFiles: TemporaryFilesService,
    private readonly fileStorage: FileStorageService,
    private readonly fileRecords: FileRecordsService,
  ) {}

  async receive(ticket: string, request: Request): Promise<ArrivedFile> {
    const id = this.signedUrls.readUpload(ticket);
    if (!id) throw notFound('Upload');
    await this.waitForTurn(id);
    try {
      const upload = await this.uploads.findOpen(id);
      if (!upload) throw await this.missingUpload(id);
      checkHead(request, upload.size);
      const arrived = await this.receiveBody(request, upload.size);
      return await this.storeUpload(upload, arrived).finally(() => rm(arrived.path, { force: true }));
    } finally {
      this.inProgress.delete(id);
    }
  }

  /** Waits a moment: a caller who retries after a broken connection may arrive before the server notices the break. */
  private async waitForTurn(id: string): Promise<void> {
    for (let looks = 0; this.inProgress.has(id); looks++) {
      if (looks === RETRIES.most) throw new Refusal(409, 'Upload is under way');
      await sleep(RETRIES.everyMs);
    }
    this.inProgress.add(id);
  }

  private async storeUpload(upload: NewUpload, { path, size, digest }: Arrived): Promise<ArrivedFile> {
    const { id, owner_id, name, attached, picture } = upload;
    const promised = { type: upload.type, picture };
    const sent = { id, owner_id, name, of_app: true, attached_at: attached ? NOW : null };
    const kept = await this.fileStorage.store({ file: path, size, name }, promised, async (stored, isUnchanged) => {
      // Of all requests that bring the bytes, exactly one deletes the row.
      if (!(await this.uploads.delete({ id }))) throw await this.missingUpload(id);
      return this.fileRecords.insert({ ...sent, ...stored, sha256: isUnchanged ? digest.toString('hex') : null });
    });
    return { id, name, size: kept.size, type: kept.type };
  }

  private async receiveBody(request: Request, size: number): Promise<Arrived> {
    mayTakeLong(request, size * OVERHEAD.each + OVERHEAD.bytes);
    let arrived: Arrived;
    try {
      arrived = await this.temporaryFiles.receive(Readable.from(upTo(request, size)));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // The caller has disconnected, so the answer has no reader.
      if (request.readableAborted || request.socket.destroyed) throw brokeOff();
      this.logger.error(error);
      throw unavailable(5);
    }
    if (arrived.size === size) return arrived;
    await rm(arrived.path, { force: true });
    throw wrongSize(size);
  }

  private async missingUpload(id: string): Promise<Refusal> {
    return (await this.files.findStored({ id })) ? new Refusal(409, 'File already uploaded') : notFound('Upload');
  }
}

const FIELD = 'file';

const wrongSize = (size: number) => invalid({ field: FIELD, message: `the upload must have exactly ${size} bytes` });
const brokeOff = () => invalid({ field: FIELD, message: 'the upload broke off' });

/** Checks the headers before the body is read. */
function checkHead({ headers }: Request, size: number): void {
  if (headers['content-encoding']) throw new Refusal(415, 'Unsupported media type');
  const announced = headers['content-length'];
  if (announced !== undefined && Number(announced) !== size) throw wrongSize(size);
}

/** The body, limited to the promised size. A caller who sends more still gets the refusal. */
async function* upTo(request: Request, size: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    read += piece.length;
    if (read > size) throw wrongSize(size);
    yield piece;
  }
}
