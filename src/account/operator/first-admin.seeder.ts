import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isUnique } from '../../platform/database/database-error.js';
import { Environment } from '../../platform/config/environment.js';
import { OperatorAccountsService } from './operator-accounts.service.js';

/** Ensures at start that the account of ADMIN_EMAIL exists, is verified and is an admin. */
@Injectable()
export class FirstAdminSeeder implements OnApplicationBootstrap {
  private readonly logger = new Logger('Account');

  constructor(
    private readonly environment: Environment,
    private readonly accounts: OperatorAccountsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { adminEmail, adminPassword } = this.environment;
    if (!adminEmail) return;
    try {
      const admin = await this.accounts.ensureAdmin(adminEmail, adminPassword);
      // The generated password is not logged. The owner of the address sets one with a password reset.
      if (admin?.password)
        this.logger.warn('the account of ADMIN_EMAIL has a generated password: request a password reset to set one');
    } catch (error) {
      // Several processes start at once, and another one has created the account.
      if (!isUnique(error, 'users_email')) throw error;
    }
  }
}
