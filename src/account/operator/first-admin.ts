import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isUnique } from '../../platform/database/database-error.js';
import { Config } from '../../platform/config/environment.js';
import { OperatorAccounts } from './operator-accounts.js';

/** ADMIN_EMAIL: after a start this account exists, is verified and is an admin. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly logger = new Logger('Account');

  constructor(
    private readonly config: Config,
    private readonly accounts: OperatorAccounts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { adminEmail, adminPassword } = this.config;
    if (!adminEmail) return;
    try {
      const made = await this.accounts.ensureAdmin(adminEmail, adminPassword);
      // The password that was made up is in nobody's hands, and does not belong in a log.
      if (made?.password)
        this.logger.warn('the account of ADMIN_EMAIL has no known password: ask for a new one');
    } catch (error) {
      // Several processes start at once, and another was first.
      if (!isUnique(error, 'users_email')) throw error;
    }
  }
}
