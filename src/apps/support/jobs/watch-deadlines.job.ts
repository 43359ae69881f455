import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { SupportNews } from '../support-news.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { Tickets } from '../tickets/tickets.js';

const BATCH = 200;

/** Every minute: deadlines that are near, and those that have passed. */
@AppProvider()
export class WatchDeadlines extends Job {
  readonly name = 'support.watch-deadlines';
  override readonly every = '* * * * *';
  /** The next one makes up for it. */
  override readonly retryLimit = 0;

  constructor(
    private readonly rows: TicketRepository,
    private readonly tickets: Tickets,
    private readonly news: SupportNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.batch())) >= BATCH);
  }

  private async batch(): Promise<number> {
    const changes = await this.tickets.changes(await this.rows.lockToLookAt(BATCH), null);
    for (const change of changes) for (const due of change.warn()) this.news.atRisk(change.ticket, due);
    await this.tickets.keepAll(changes);
    return changes.length;
  }
}
