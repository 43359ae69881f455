import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { refusal } from '../../platform/http/refusal.js';
import type { Device } from '../device.js';
import { PasswordCheckService } from '../password-hashing/password-check.service.js';
import { RegistrationRulesService } from '../users/registration-rules.service.js';
import { refuseInactive } from '../users/user.policy.js';
import { type Credentials, UserRepository } from '../users/user.repository.js';
import type { SignInAnswer } from './sessions.dto.js';
import { SessionsService } from './sessions.service.js';

export const invalidCredentials = refusal(401, 'Invalid credentials');
export const addressNotVerified = refusal(403, 'E-mail address not verified');

@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwordCheck: PasswordCheckService,
    private readonly rules: RegistrationRulesService,
    private readonly sessions: SessionsService,
    private readonly environment: Environment,
  ) {}

  async signIn(email: string, password: string, device: Device): Promise<SignInAnswer> {
    const account = await this.users.findCredentials(email, device);
    const attempt = { email, password, hash: account?.password_hash, device };
    const isRight = await this.passwordCheck.isRight(attempt, account);
    if (!account || !isRight) throw invalidCredentials();
    await this.checkAdmission(account, device.address);
    const { id, role, password_hash } = account;
    const session = await this.sessions.start(id, password_hash, device);
    if (!session) throw invalidCredentials();
    return { session, user: { id, email: account.email, role } };
  }

  /** Runs after the password check, so that only the owner learns the status of the account. */
  private async checkAdmission(account: Credentials, address: string | null): Promise<void> {
    refuseInactive(account.user_status);
    if (this.environment.requireVerifiedEmail && !account.email_verified_at) throw addressNotVerified();
    // Staff can sign in from every network: a blacklist entry with their own network must not lock them out.
    if (account.role === 'user') await this.rules.checkSignIn(address);
  }
}
