import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RevisionRepository } from '../revisions/revision.repository.js';

const POSTS = 500;
const KEPT = 50;

/** Keeps the newest revisions of each post, and the newest of those that were public. */
@AppProvider()
export class DropRevisionsJob extends Job {
  readonly name = 'blog.drop-revisions';
  override readonly every = '35 3 * * *';

  constructor(
    private readonly revisions: RevisionRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inBatches(this.database, (after) => this.revisions.deleteSurplus(after, POSTS, KEPT));
  }
}
