import { Logger } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SECOND } from '../../kernel/calendar/wall-clock.js';
import { SettleCheckService } from '../checks/settle-check.service.js';
import { LookUpService } from '../dns/look-up.service.js';
import { DomainRepository, type DueDomain } from '../domain.repository.js';

const BATCH = 20;
/** Fewer than the checks that run at once, so that a check that an owner asks for finds a turn. */
const AT_ONCE = 6;
/** What is left is done by the run of the next minute. */
const LONGEST_MS = 50 * SECOND;

/** Every minute: asks DNS about the domains whose check is due. No connection is held while DNS answers. */
@AppProvider()
export class CheckDomainsJob extends Job {
  readonly name = 'domains.check';
  override readonly every = '* * * * *';
  override readonly atOnce = 1;
  private readonly logger = new Logger('Domains');

  constructor(
    private readonly database: DatabaseService,
    private readonly domains: DomainRepository,
    private readonly lookUp: LookUpService,
    private readonly checks: SettleCheckService,
  ) {
    super();
  }

  async run(): Promise<void> {
    const due = this.due(Date.now() + LONGEST_MS);
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.checkEach(due)));
  }

  /** One after another, so that a host whose name servers are silent holds up no other than itself. */
  private async *due(end: number): AsyncGenerator<DueDomain, void> {
    let taken: DueDomain[];
    do {
      taken = await this.database.transaction(() => this.domains.takeDue(BATCH));
      yield* taken;
    } while (taken.length === BATCH && Date.now() < end);
  }

  private async checkEach(due: AsyncGenerator<DueDomain, void>): Promise<void> {
    for await (const domain of due) await this.check(domain);
  }

  /** A check that fails is due again in a few minutes, and does not stop the others. */
  private async check(due: DueDomain): Promise<void> {
    try {
      const finding = await this.lookUp.of(due.host);
      await this.database.transaction(async () => {
        const domain = await this.domains.lock(due);
        if (domain) await this.checks.settle(domain, finding, 'scheduled');
      });
    } catch (error) {
      this.logger.warn({ err: error, domain_id: due.id });
    }
  }
}
