import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { AssignmentsSettings } from '../assignments.settings.js';
import { AssignmentRepository } from '../assignments/assignment.repository.js';
import { ClosingRepository } from './closing.repository.js';

/** Notifies the teacher of submissions: of the first at once, of later ones at most once an hour. */
@AppProvider()
export class TellSubmissions extends Job<{ assignment_id?: string }> {
  readonly name = 'assignments.tell-submissions';
  override readonly every = '4,19,34,49 * * * *';

  constructor(
    private readonly closing: ClosingRepository,
    private readonly assignments: AssignmentRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AssignmentNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ assignment_id }: { assignment_id?: string }): Promise<void> {
    const due = assignment_id ? [assignment_id] : await this.closing.untold();
    for (const id of due) await this.database.transaction(() => this.tell(id));
  }

  private async tell(id: string): Promise<void> {
    const count = await this.closing.takeUntold(id);
    const assignment = count ? await this.assignments.findOne({ id }) : undefined;
    if (!assignment?.owner_id) return;
    const { notify_on_submission } = await this.settings.of(AssignmentsSettings, assignment.owner_id);
    if (notify_on_submission) this.notifications.submitted(assignment, count);
  }
}
