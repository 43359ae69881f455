import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { BEGINNING, KeepingRepository, type Place } from './keeping.repository.js';

const BATCH = 500;

/** After a change of a forum's language, the words of all its posts. */
@AppProvider()
export class ReindexForum extends Job<{ forum_id: string }> {
  readonly name = 'forums.reindex-forum';

  constructor(
    private readonly keeping: KeepingRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ forum_id }: { forum_id: string }): Promise<void> {
    let after: Place | undefined = BEGINNING;
    while (after) {
      const from: Place = after;
      after = await this.database.transaction(() => this.keeping.reindex(forum_id, from, BATCH));
    }
  }
}
