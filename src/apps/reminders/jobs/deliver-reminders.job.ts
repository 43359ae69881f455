import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { DeliveryService } from '../deliveries/delivery.service.js';
import { DueOccurrencesService } from '../occurrences/due-occurrences.service.js';

const LATER_IN_THE_MINUTE = [15, 30, 45];

/** Every 15 seconds: what is due becomes so, and what is to be sent goes out. */
@AppProvider()
export class DeliverReminders extends Job<{ follows?: true }> {
  readonly name = 'reminders.deliver';
  /** The queue knows minutes: the first run of each asks for those that follow in it. */
  override readonly every = '* * * * *';
  /** The next one makes up for it. */
  override readonly retryLimit = 0;

  constructor(
    private readonly due: DueOccurrencesService,
    private readonly deliveries: DeliveryService,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ follows }: { follows?: true }): Promise<void> {
    if (!follows) await this.database.transaction(() => this.askForMore());
    await this.due.all();
    await this.deliveries.deliverDue();
  }

  private async askForMore(): Promise<void> {
    for (const seconds of LATER_IN_THE_MINUTE) await this.jobs.enqueue(this, { follows: true }, seconds);
  }
}
