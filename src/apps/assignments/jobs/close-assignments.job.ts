import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';
import { ClosingRepository } from './closing.repository.js';

/** At the cut-off, hands in the drafts that have content and notifies the teacher. */
@AppProvider()
export class CloseAssignments extends Job {
  readonly name = 'assignments.close-assignments';
  override readonly every = '*/15 * * * *';

  constructor(
    private readonly closing: ClosingRepository,
    private readonly assignments: AssignmentRepository,
    private readonly files: FilesService,
    private readonly notifications: AssignmentNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.closing.due()) await this.database.transaction(() => this.close(id));
  }

  /** The lock on the assignment keeps learners from changing its drafts. */
  private async close(id: string): Promise<void> {
    const assignment = await this.assignments.findOne({ id }, { lock: 'no key update' });
    if (!assignment) return;
    const handedIn = await this.closing.handIn(id);
    if (handedIn.length) await this.files.release(await this.closing.settleFiles(handedIn));
    if (await this.closing.notice(id)) this.notifications.closed(assignment, await this.closing.counts(id));
  }
}
