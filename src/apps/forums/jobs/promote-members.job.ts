import { AppProvider } from '../../kernel/app-provider.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { MemberRepository } from '../members/member.repository.js';

const BATCH = 500;

/** Who has written well for a while is trusted. */
@AppProvider()
export class PromoteMembers extends BatchJob {
  readonly name = 'forums.promote-members';
  override readonly every = '20 3 * * *';

  constructor(private readonly members: MemberRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.members.promoteBatch(BATCH)) === BATCH;
  }
}
