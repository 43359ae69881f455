import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { MemberRepository } from '../members/member.repository.js';

const BATCH = 500;

/** Who has written well for a while is trusted. */
@AppProvider()
export class PromoteMembers extends Job {
  readonly name = 'forums.promote-members';
  override readonly every = '20 3 * * *';

  constructor(
    private readonly members: MemberRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.members.promoteBatch(BATCH))) === BATCH);
  }
}
