import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { RequestRepository } from '../requests/request.repository.js';
import { SubmissionRepository } from '../uploads/submission.repository.js';

const BATCH = 500;

/** Daily: drafts of a week ago without any received file are deleted. */
@AppProvider()
export class DropDraftsJob extends Job {
  readonly name = 'filerequests.drop-drafts';
  override readonly every = '15 3 * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly requests: RequestRepository,
    private readonly submissions: SubmissionRepository,
  ) {
    super();
  }

  async run(): Promise<void> {
    let batch: { id: string; request_id: string; created_at: Date }[] = [];
    do {
      const { created_at, id } = batch.at(-1) ?? { created_at: new Date(0), id: FIRST_ID };
      batch = await this.submissions.emptyDrafts({ created_at, id }, BATCH);
      for (const [requestId, drafts] of grouped(batch, ({ request_id }) => request_id)) {
        const ids = drafts.map((draft) => draft.id);
        await this.database.transaction(() => this.drop(requestId, ids));
      }
    } while (batch.length === BATCH);
  }

  /** Rejected files took a place, which comes back. */
  private async drop(requestId: string, ids: string[]): Promise<void> {
    await this.requests.findOne({ id: requestId }, { lock: 'no key update' });
    await this.requests.giveBack(requestId, await this.submissions.dropEmpty(ids));
  }
}
