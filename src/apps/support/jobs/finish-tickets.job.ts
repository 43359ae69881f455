import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FinishTickets as Finish } from '../tickets/finish-tickets.service.js';

/** Every day: what was resolved is closed, and what nobody answered is resolved. */
@AppProvider()
export class FinishTickets extends Job {
  readonly name = 'support.finish-tickets';
  override readonly every = '23 2 * * *';

  constructor(
    private readonly finish: Finish,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const ownerId of await this.finish.desks()) {
      while (await this.database.transaction(() => this.finish.close(ownerId)));
      while (await this.database.transaction(() => this.finish.resolve(ownerId)));
    }
  }
}
