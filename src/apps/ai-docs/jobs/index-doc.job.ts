import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { IndexService } from '../search/index.service.js';
import { DocRepository } from '../writing/doc.repository.js';

/** Indexes a long document. Until then the search uses its former passages. */
@AppProvider()
export class IndexDocJob extends Job<{ doc_id: string; revision: number }> {
  readonly name = 'ai-docs.index-doc';
  override readonly atOnce = 2;

  constructor(
    private readonly docs: DocRepository,
    private readonly index: IndexService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ doc_id, revision }: { doc_id: string; revision: number }): Promise<void> {
    await this.database.transaction(async () => {
      const doc = await this.docs.findOne({ id: doc_id }, { lock: 'no key update' });
      // A newer revision has a job of its own.
      if (!doc || doc.revision !== revision) return;
      await this.index.replace(doc);
      await this.docs.update({ id: doc_id }, { index_status: 'ready' });
    });
  }
}
