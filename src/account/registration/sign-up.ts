import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { MailQueue } from '../../mail/mail-queue.js';
import { Database } from '../../platform/database/database.js';
import { isUnique } from '../../platform/database/database-error.js';
import { Refusal } from '../../platform/http/refusal.js';
import { VerificationMail } from '../mail-tokens/token-mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UserRepository } from '../users/user.repository.js';
import type { NewUser, SignUpInput } from './registration.io.js';

@Injectable()
export class SignUp {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly database: Database,
    private readonly mails: MailQueue,
    private readonly verificationMail: VerificationMail,
    private readonly outbox: Outbox,
  ) {}

  async run({ email, password, first_name, last_name }: SignUpInput): Promise<NewUser> {
    // Only spares the hashing; the unique index decides.
    if (await this.users.isTaken(email)) throw taken();
    const password_hash = await this.hasher.hash(password);
    try {
      return await this.database.transaction(async () => {
        const id = await this.users.insert({ email, password_hash, first_name, last_name });
        this.outbox.record({ type: 'account.signed_up', actor_id: id, data: { user_id: id } });
        await this.mails.send(this.verificationMail, { email });
        return { id, email };
      });
    } catch (error) {
      throw isUnique(error, 'users_email') ? taken() : error;
    }
  }
}

const taken = () => new Refusal(409, 'Email already registered');
