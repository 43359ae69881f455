import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { ForgetMemberRepository } from './forget-member.repository.js';

/** Deleting an account keeps its posts without a name; likes and memberships are deleted and subtracted from the counters. */
@AppProvider()
export class ForgetMember extends AccountDeletionHook {
  constructor(private readonly members: ForgetMemberRepository) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.members.forget(userId);
  }
}
