import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { AppProvider } from '../kernel/app-provider.js';
import { MemberRepository } from './members/member.repository.js';

/** Deleting an account keeps its posts without a name; likes and memberships are deleted and subtracted from the counts. */
@AppProvider()
export class MemberDeletionExtension extends AccountDeletionHook {
  constructor(private readonly members: MemberRepository) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.members.subtractFromCounts(userId);
  }
}
