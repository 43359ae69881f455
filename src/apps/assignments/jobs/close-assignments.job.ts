import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AssignmentNews } from '../assignment-news.js';
import { AssignmentRepository } from '../work/assignment.repository.js';
import { ClosingRepository } from './closing.repository.js';

/** At the cut-off what was left as a draft is handed in, and the teacher is told how it went. */
@AppProvider()
export class CloseAssignments extends Job {
  readonly name = 'assignments.close-assignments';
  override readonly every = '*/15 * * * *';

  constructor(
    private readonly closing: ClosingRepository,
    private readonly assignments: AssignmentRepository,
    private readonly files: FilesService,
    private readonly news: AssignmentNews,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.closing.due()) await this.database.transaction(() => this.close(id));
  }

  /** Locked first: nobody writes on a draft of it meanwhile. */
  private async close(id: string): Promise<void> {
    const assignment = await this.assignments.lock(id);
    if (!assignment) return;
    const handedIn = await this.closing.handIn(id);
    if (handedIn.length) await this.files.release(await this.closing.settleFiles(handedIn));
    if (await this.closing.notice(id)) this.news.closed(assignment, await this.closing.counts(id));
  }
}
