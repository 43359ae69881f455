import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { DepartureRepository } from './departure.repository.js';
import { AnnounceClosingJob } from './jobs/announce-closing.job.js';
import { PayoutRepository } from './payouts/payout.repository.js';

/**
 * What was earned and paid stays for the other side's books, without the user. Programs of a merchant are closed, or
 * deleted where nobody has joined; an affiliate earns nothing more, and payouts that wait to be paid end.
 */
@AppProvider()
export class AffiliatesAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly departures: DepartureRepository,
    private readonly payouts: PayoutRepository,
    private readonly jobs: JobsService,
    private readonly announceClosing: AnnounceClosingJob,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.departures.lock(userId);
    await this.payouts.expire(await this.departures.pendingPayouts(userId));
    for (const program_id of await this.departures.closePrograms(userId))
      await this.jobs.enqueue(this.announceClosing, { program_id });
    await this.departures.leavePrograms(userId);
  }
}
