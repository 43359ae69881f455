import { Logger } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { SettleCheckService } from '../checks/settle-check.service.js';
import { LookUpService } from '../dns/look-up.service.js';
import { DomainRepository, type DueDomain } from '../domain.repository.js';

const BATCH = 20;

/** Every minute: asks DNS about the domains whose check is due. No connection is held while DNS answers. */
@AppProvider()
export class CheckDomainsJob extends Job {
  readonly name = 'domains.check';
  override readonly every = '* * * * *';
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
    let due: DueDomain[];
    do {
      due = await this.database.transaction(() => this.domains.takeDue(BATCH));
      await Promise.all(due.map((domain) => this.check(domain)));
    } while (due.length === BATCH);
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
