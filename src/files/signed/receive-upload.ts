import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { notFound, Refusal, unavailable } from '../../platform/http/refusal.js';
import { mayTakeLong } from '../../platform/http/time-limit.js';
import { type ArrivedFile, FileRepository } from '../records/file.repository.js';
import { type Arrived, Incoming } from '../uploads/incoming.js';
import { RecordUpload } from '../uploads/record-upload.js';
import { StoreBytes } from '../uploads/store-bytes.js';
import { brokeOff, checkHead, upTo, wrongSize } from './promised-bytes.js';
import { type NewUpload, WaitingUploads } from './waiting-upload.repository.js';

/** Of a body that comes in pieces, between them. */
const AROUND = { bytes: 1024 * 1024, each: 1.01 };
const LOOKS = { everyMs: 100, most: 20 };

/** The bytes that were promised, from the caller to the storage: never whole in memory, and all of them or none. */
@Injectable()
export class ReceiveUpload {
  private readonly logger = new Logger('Files');
  /** One after the other: what is on its way lies on the disk, and room was set aside for one. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly waiting: WaitingUploads,
    private readonly files: FileRepository,
    private readonly incoming: Incoming,
    private readonly store: StoreBytes,
    private readonly record: RecordUpload,
  ) {}

  async run(id: string, request: Request): Promise<ArrivedFile> {
    await this.enter(id);
    try {
      const upload = await this.waiting.find(id);
      if (!upload) throw await this.gone(id);
      checkHead(request, upload.size);
      const arrived = await this.receive(request, upload.size);
      return await this.keep(upload, arrived).finally(() => rm(arrived.path, { force: true }));
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Who begins anew because his line broke may be here before we know that it did. */
  private async enter(id: string): Promise<void> {
    for (let looks = 0; this.underWay.has(id); looks++) {
      if (looks === LOOKS.most) throw new Refusal(409, 'Upload is under way');
      await sleep(LOOKS.everyMs);
    }
    this.underWay.add(id);
  }

  private async keep(upload: NewUpload, { path, size, digest }: Arrived): Promise<ArrivedFile> {
    const { id, owner_id, name, attached, picture } = upload;
    const promised = { type: upload.type, picture };
    const sent = { id, owner_id, name, of_app: true, attached };
    const kept = await this.store.run({ file: path, size, name }, promised, async (stored) => {
      if (!(await this.waiting.take(id))) throw await this.gone(id);
      const sha256 = stored.isAsItCame ? digest.toString('hex') : null;
      return this.record.run({ ...sent, ...stored, sha256, expires_at: null });
    });
    return { id, name, size: kept.size, type: kept.type };
  }

  private async receive(request: Request, size: number): Promise<Arrived> {
    mayTakeLong(request, size * AROUND.each + AROUND.bytes);
    let arrived: Arrived;
    try {
      arrived = await this.incoming.receive(upTo(request, size));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // Nobody is there any more to hear it.
      if (request.readableAborted || request.socket.destroyed) throw brokeOff();
      this.logger.error(error);
      throw unavailable(5);
    }
    if (arrived.size === size) return arrived;
    await rm(arrived.path, { force: true });
    throw wrongSize(size);
  }

  private async gone(id: string): Promise<Refusal> {
    return (await this.files.stored(id)) ? new Refusal(409, 'File already uploaded') : notFound('Upload');
  }
}
