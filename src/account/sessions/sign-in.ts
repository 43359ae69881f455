import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Refusal, tooMany } from '../../platform/http/refusal.js';
import { PasswordCheck } from '../passwords/password-check.js';
import { UserRepository } from '../users/user.repository.js';
import { Admission } from './admission.js';
import { type Device, SessionRepository } from './session.repository.js';
import { SessionTokens, type Tokens } from './session-tokens.js';

interface SignedIn {
  session: Tokens;
  user: { id: string; email: string; role: string };
}

const invalidCredentials = () => new Refusal(401, 'Invalid credentials');

@Injectable()
export class SignIn {
  constructor(
    private readonly users: UserRepository,
    private readonly check: PasswordCheck,
    private readonly admission: Admission,
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokens,
    private readonly database: Database,
  ) {}

  async run(email: string, password: string, device: Device): Promise<SignedIn> {
    const account = await this.users.credentials(email, device.address);
    const wait = await this.check.closedFor(email, device.address);
    // The owner, where he has signed in before, is not locked out by those who guess at his password.
    if (wait && !account?.known_address) throw tooMany(wait);
    const right = await this.check.matches(password, account?.password_hash);
    if (!account || !right) {
      await this.check.failed(email, device.address);
      throw invalidCredentials();
    }
    await this.admission.check(account, device.address);
    const { id, role, password_hash } = account;
    const sessionId = await this.database.transaction(() => this.sessions.start(id, password_hash, device));
    if (!sessionId) throw invalidCredentials();
    return { session: this.tokens.pair(id, sessionId, 0), user: { id, email: account.email, role } };
  }
}
