import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { ForgetMemberRepository } from './forget-member.repository.js';

/** What somebody has written stays, and names nobody any more; his likes and memberships go, and are counted off. */
@Injectable()
export class ForgetMember extends Farewell {
  constructor(private readonly members: ForgetMemberRepository) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.members.forget(userId);
  }
}
