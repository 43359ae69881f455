import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { EnvelopeRepository } from '../envelopes/envelope.repository.js';
import { EndingService } from '../signing/ending.service.js';

const BATCH = 50;
export const SENDER_LEFT = 'Sender left';

/** Every quarter of an hour: ends envelopes whose time is over, or whose sender is gone. */
@AppProvider()
export class ExpireEnvelopesJob extends BatchJob {
  readonly name = 'esignatures.expire-envelopes';
  override readonly every = '*/15 * * * *';

  constructor(
    private readonly envelopes: EnvelopeRepository,
    private readonly ending: EndingService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const due = await this.envelopes.due(BATCH);
    for (const id of due) await this.ending.end(await this.the(id), 'expired', null);
    const left = await this.envelopes.left(BATCH);
    for (const id of left) await this.ending.end(await this.the(id), 'voided', SENDER_LEFT);
    return due.length === BATCH || left.length === BATCH;
  }

  private the(id: string): Promise<Envelope> {
    return this.envelopes.the({ id }, 'Envelope');
  }
}
