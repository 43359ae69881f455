import { Injectable } from '@nestjs/common';
import { AccountLockoutHook } from '../../account/users/account-deletion-hook.js';
import { CallsService } from './calls.service.js';

/** Ends the calls of an account that is deleted, banned or suspended. */
@Injectable()
export class CallLockoutExtension extends AccountLockoutHook {
  constructor(private readonly calls: CallsService) {
    super();
  }

  before(userId: string): Promise<void> {
    return this.calls.endAllOfUser(userId);
  }
}
