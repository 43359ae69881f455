import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AttachmentRepository } from '../attachments/attachment.repository.js';
import { keyOf, TargetsService } from '../attachments/targets.service.js';

const BATCH = 200;

/** Removes attachments whose target is gone. */
@AppProvider()
export class DetachMissing extends Job {
  readonly name = 'pixels.detach-missing';
  override readonly every = '50 2 * * *';

  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly targets: TargetsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await inBatches(this.database, (after) => this.batch(after));
  }

  private async batch(after: string): Promise<string | undefined> {
    const attachments = await this.attachments.after(after, BATCH);
    const described = await this.targets.describe(attachments);
    // A target whose app cannot be asked is not described at all, and stays.
    const gone = attachments.filter(
      ({ target_app, target_id }) => described.get(keyOf(target_app, target_id)) === null,
    );
    if (gone.length) await this.attachments.remove(gone.map(({ id }) => id));
    return attachments.length === BATCH ? attachments.at(-1)?.id : undefined;
  }
}
