import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RequestRepository } from '../requests/request.repository.js';
import { ArrivalsService } from '../uploads/arrivals.service.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';
import { ClosingService } from './closing.service.js';

const REQUESTS = 50;
const DRAFTS = 100;

/**
 * Every quarter of an hour: requests whose time is over are closed. Files of drafts that have arrived are received first.
 * A run that ends half way is repeated by the next one, because the request is closed last.
 */
@AppProvider()
export class CloseRequestsJob extends Job {
  readonly name = 'filerequests.close-requests';
  override readonly every = '*/15 * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly requests: RequestRepository,
    private readonly submissions: SubmissionRepository,
    private readonly arrivals: ArrivalsService,
    private readonly closing: ClosingService,
  ) {
    super();
  }

  /** One that fails does not stop the others. */
  async run(): Promise<void> {
    const seen: string[] = [];
    const faults: unknown[] = [];
    let due: string[];
    do {
      due = await this.requests.due(seen, REQUESTS);
      seen.push(...due);
      for (const id of due) await this.close(id).catch((error: unknown) => faults.push(error));
    } while (due.length === REQUESTS);
    if (faults.length) throw faults[0];
  }

  private async close(id: string): Promise<void> {
    let drafts: { id: string }[] = [];
    do {
      drafts = await this.submissions.draftsOf(id, drafts.at(-1)?.id ?? FIRST_ID, DRAFTS);
      for (const draft of drafts) {
        await this.database.transaction(() => this.closing.receive(id, draft.id));
        await this.arrivals.look(draft.id);
        await this.database.transaction(() => this.closing.submit(id, draft.id));
      }
    } while (drafts.length === DRAFTS);
    await this.database.transaction(() => this.closing.close(id));
  }
}
