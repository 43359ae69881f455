import { Logger } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { RecountRepository } from './recount.repository.js';

/** Every night: counts the seats and the uses of codes anew, logs each difference and corrects it. */
@AppProvider()
export class RecountSeatsJob extends Job {
  readonly name = 'events.recount-seats';
  override readonly every = '20 3 * * *';
  private readonly logger = new Logger('Events');

  constructor(
    private readonly database: DatabaseService,
    private readonly events: EventRepository,
    private readonly counts: RecountRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.counts.differing()) await this.database.transaction(() => this.correct(id));
  }

  /** The counts may have moved while they were read, so they are compared again under the lock. */
  private async correct(eventId: string): Promise<void> {
    if (!(await this.events.lock(eventId))) return;
    for (const difference of await this.counts.correct(eventId))
      this.logger.error(`counts differ from the tickets: ${JSON.stringify({ event_id: eventId, ...difference })}`);
  }
}
