import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { RequestRepository } from '../requests/request.repository.js';
import { ArrivalsService } from '../uploads/arrivals.service.js';
import { type ExpiredFile, RequestFileRepository } from '../uploads/file.repository.js';

const BATCH = 500;

/**
 * Hourly: uploads that were not confirmed in time are given up, and their places come back. A file whose document was made
 * just before the process died is received.
 */
@AppProvider()
export class ExpireFilesJob extends Job {
  readonly name = 'filerequests.expire-files';
  override readonly every = '35 * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly requests: RequestRepository,
    private readonly files: RequestFileRepository,
    private readonly arrivals: ArrivalsService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let batch: ExpiredFile[] = [];
    do {
      const { expires_at, id } = batch.at(-1) ?? { expires_at: new Date(0), id: FIRST_ID };
      batch = await this.files.expired({ expires_at, id }, BATCH);
      for (const [requestId, files] of grouped(batch, ({ request_id }) => request_id))
        await this.database.transaction(() => this.expire(requestId, files));
      const complete = batch.filter(({ is_complete }) => is_complete);
      for (const submissionId of new Set(complete.map(({ submission_id }) => submission_id)))
        await this.arrivals.look(submissionId);
    } while (batch.length === BATCH);
  }

  /** What was confirmed until the request was locked stays. */
  private async expire(requestId: string, expired: ExpiredFile[]): Promise<void> {
    await this.requests.findOne({ id: requestId }, { lock: 'no key update' });
    await this.arrivals.expire(await this.files.stillWaiting(expired.map(({ id }) => id)));
  }
}
