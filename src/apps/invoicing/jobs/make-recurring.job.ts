import { Logger } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { todayIn } from '../documents/document.presenter.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { MakingService } from '../recurring/making.service.js';
import { DUE_BATCH, type DueRecurring, RecurringRepository } from '../recurring/recurring.repository.js';

/** Hourly: makes the invoices whose date has come in the zone of their owner. */
@AppProvider()
export class MakeRecurring extends Job {
  readonly name = 'invoicing.make-recurring';
  override readonly every = '5 * * * *';
  private readonly logger = new Logger('MakeRecurring');

  constructor(
    private readonly recurring: RecurringRepository,
    private readonly making: MakingService,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  async run(): Promise<void> {
    // One that is still behind has a later date by now, which the batches come to again.
    const handled = new Set<string>();
    let broken: unknown;
    let batch: DueRecurring[] = [];
    do {
      batch = await this.recurring.due(batch.at(-1));
      const settings = await this.settings.ofMany(InvoicingSettings, [...new Set(batch.map((due) => due.owner_id))]);
      for (const due of batch.filter(({ id, is_installed }) => is_installed && !handled.has(id))) {
        handled.add(due.id);
        try {
          await this.making.catchUp(due, todayIn(settings.get(due.owner_id) as InvoicingSettings));
        } catch (error) {
          // The others are made all the same, and the queue runs this job again.
          this.logger.error(error);
          broken = error;
        }
      }
    } while (batch.length === DUE_BATCH);
    if (broken) throw broken;
  }
}
