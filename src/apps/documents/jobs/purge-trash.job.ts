import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentsSettings } from '../documents.settings.js';
import { ItemRepository } from '../items/item.repository.js';
import { TrashRepository } from '../trash/trash.repository.js';
import { TrashService } from '../trash/trash.service.js';

const { trash_days: DAYS } = new DocumentsSettings();

/** Deletes what has been in the trash for longer than its owner wants. What other apps need stays. */
@AppProvider()
export class PurgeTrashJob extends BatchJob {
  readonly name = 'documents.purge-trash';
  override readonly every = '40 1 * * *';

  constructor(
    private readonly rows: TrashRepository,
    private readonly items: ItemRepository,
    private readonly trash: TrashService,
  ) {
    super();
  }

  /** One item at a time, because it may be a folder with very many. */
  protected async batch(): Promise<boolean> {
    const [due] = await this.rows.due(1, DAYS);
    if (!due) return false;
    await this.items.lockTree(due.owner_id);
    // Meanwhile it may be restored, or held.
    const isThere = await this.rows.exists({ id: due.id, trash_root_id: due.id });
    if (isThere) await this.trash.purge([due.id]);
    return true;
  }
}
