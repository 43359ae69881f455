import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { TicketsService } from '../tickets/tickets.service.js';

const BATCH = 200;

/** Every minute: notifies about deadlines that are near and those that have passed. */
@AppProvider()
export class WatchDeadlines extends BatchJob {
  readonly name = 'support.watch-deadlines';
  override readonly every = '* * * * *';
  /** The run of the next minute does what this one could not. */
  override readonly retryLimit = 0;

  constructor(
    private readonly rows: TicketRepository,
    private readonly tickets: TicketsService,
    private readonly notifications: SupportNotificationsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const changes = await this.tickets.changes(await this.rows.lockToLookAt(BATCH), null);
    for (const change of changes) for (const due of change.warn()) this.notifications.atRisk(change.ticket, due);
    await this.tickets.keepAll(changes);
    return changes.length === BATCH;
  }
}
