import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Door } from '../users/door.js';
import { refuseInactive } from '../users/user.policy.js';
import type { Credentials } from '../users/user.repository.js';

type Known = Pick<Credentials, 'role' | 'user_status' | 'email_verified_at'>;

/** Whether the right password opens a session. */
@Injectable()
export class Admission {
  constructor(
    private readonly door: Door,
    private readonly config: Config,
  ) {}

  async check({ role, user_status, email_verified_at }: Known, address: string | null): Promise<void> {
    refuseInactive(user_status);
    if (this.config.requireVerifiedEmail && !email_verified_at) {
      throw new Refusal(403, 'E-mail address not verified');
    }
    // Staff is let in from everywhere: an entry that has its own address in it must not be its last.
    if (role === 'user') await this.door.checkSignIn(address);
  }
}
