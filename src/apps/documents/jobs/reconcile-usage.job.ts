import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { Job } from '../../../jobs/job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UsageRepository } from '../bytes/usage.repository.js';

const BATCH = 20;

/** Counts what each owner uses once more. */
@AppProvider()
export class ReconcileUsageJob extends Job {
  readonly name = 'documents.reconcile-usage';
  override readonly every = '50 3 * * 0';

  constructor(
    private readonly usage: UsageRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let after: string | undefined = FIRST_ID;
    while (after !== undefined) after = await this.database.transaction(() => this.batch(after as string));
  }

  private async batch(after: string): Promise<string | undefined> {
    const owners = await this.usage.lockNext(after, BATCH);
    for (const owner of owners) await this.usage.reconcile(owner);
    return owners.at(-1);
  }
}
