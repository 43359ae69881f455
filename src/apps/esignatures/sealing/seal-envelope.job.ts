import { Logger } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { plus } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { CompletionService } from './completion.service.js';
import { SealedCopiesService } from './sealed-copies.service.js';
import { SealedPdfsService } from './sealed-pdfs.service.js';
import { ALL_TRIES } from './tries.js';

const FIRST_PAUSE_SECONDS = 15;

/** Makes the sealed document after the last signature. A run that ends half way leaves the envelope as it was. */
@AppProvider()
export class SealEnvelopeJob extends Job<{ envelope_id: string }> {
  readonly name = 'esignatures.seal-envelope';
  override readonly atOnce = 1;
  private readonly logger = new Logger(SealEnvelopeJob.name);

  constructor(
    private readonly database: DatabaseService,
    private readonly jobs: JobsService,
    private readonly envelopes: EnvelopeRepository,
    private readonly pdfs: SealedPdfsService,
    private readonly copies: SealedCopiesService,
    private readonly completion: CompletionService,
  ) {
    super();
  }

  start(envelope_id: string, seconds = 0): Promise<void> {
    return this.jobs.enqueue(this, { envelope_id }, seconds);
  }

  async run({ envelope_id: id }: { envelope_id: string }): Promise<void> {
    const envelope = await this.envelopes.findOne({ id });
    if (envelope?.status !== 'sealing') return;
    // A process that died in the last try told nobody.
    if (envelope.seal_attempts >= ALL_TRIES) return this.fail(id);
    await this.database.transaction(() => this.envelopes.update({ id }, { seal_attempts: plus(1) }));
    try {
      await this.seal(envelope);
    } catch (error) {
      this.logger.error(error);
      await this.later(envelope);
    }
  }

  private async seal(envelope: Envelope): Promise<void> {
    const stored = await this.copies.store(envelope, await this.pdfs.draw(envelope));
    const kind = this.pdfs.isSigned ? 'pades' : 'hash';
    await this.database.transaction(() => this.completion.complete(envelope.id, stored, kind));
  }

  private async later({ id, seal_attempts }: Envelope): Promise<void> {
    const tries = seal_attempts + 1;
    if (tries >= ALL_TRIES) return this.fail(id);
    await this.database.transaction(() => this.start(id, FIRST_PAUSE_SECONDS * 2 ** tries));
  }

  private fail(id: string): Promise<void> {
    return this.database.transaction(() => this.completion.fail(id));
  }
}
