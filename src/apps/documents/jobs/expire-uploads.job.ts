import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UploadQuotaService } from '../bytes/upload-quota.service.js';
import { UploadRepository } from '../bytes/upload.repository.js';

const BATCH = 200;

/** Uploads whose time is over give back their room, and what has arrived of them is removed. */
@AppProvider()
export class ExpireUploadsJob extends BatchJob {
  readonly name = 'documents.expire-uploads';
  override readonly every = '17 * * * *';

  constructor(
    private readonly uploads: UploadRepository,
    private readonly quota: UploadQuotaService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const expired = await this.uploads.expire(BATCH);
    await this.quota.giveBack(expired);
    return expired.length === BATCH;
  }
}
