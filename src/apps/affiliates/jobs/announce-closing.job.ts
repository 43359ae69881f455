import { BatchJob } from '../../../jobs/batch.job.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { ProgramRepository } from '../programs/program.repository.js';

const BATCH = 500;

/** Each batch records how far it has come: when the job runs again, it continues there, and notifies nobody twice. */
@AppProvider()
export class AnnounceClosingJob extends BatchJob<{ program_id: string }> {
  readonly name = 'affiliates.announce-closing';

  constructor(
    private readonly programs: ProgramRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly notifications: AffiliateNotificationsService,
  ) {
    super();
  }

  protected async batch({ program_id: id }: { program_id: string }): Promise<boolean> {
    const program = await this.programs.findOne({ id, status: 'closed' }, { lock: 'no key update' });
    if (!program) return false;
    const active = await this.affiliates.activeAfter(id, program.told_through ?? FIRST_ID, BATCH);
    const last = active.at(-1);
    if (!last) return false;
    this.notifications.notifyClosed(
      program,
      active.map(({ owner_id }) => owner_id),
    );
    await this.programs.update({ id }, { told_through: last.id });
    return active.length === BATCH;
  }
}
