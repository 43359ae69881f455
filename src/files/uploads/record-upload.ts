import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Jobs } from '../../jobs/jobs.js';
import { MakeSmall } from '../images/make-small.job.js';
import { FileRepository, type NewFile } from '../records/file.repository.js';
import { UsageRepository } from './usage.repository.js';

/** The row of a file, with all that belongs to it; inside the transaction that takes over its bytes. */
@Injectable()
export class RecordUpload {
  constructor(
    private readonly files: FileRepository,
    private readonly usage: UsageRepository,
    private readonly jobs: Jobs,
    private readonly makeSmall: MakeSmall,
    private readonly outbox: Outbox,
  ) {}

  /** False: it was recorded already, with other bytes of the same content. */
  async run(file: NewFile): Promise<boolean> {
    if (!(await this.files.insert(file))) return false;
    const { id, owner_id, type, size, of_app } = file;
    if (of_app) await this.usage.takeForApp(owner_id, size);
    else await this.usage.take(owner_id, size);
    // What was measured is shown as a picture.
    if (file.width !== null) await this.jobs.enqueue(this.makeSmall, { id });
    this.outbox.record({ type: 'file.uploaded', actor_id: owner_id, data: { id, type, size } });
    return true;
  }
}
