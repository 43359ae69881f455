import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { isUnique } from '../../platform/database/database-error.js';
import { refusal } from '../../platform/http/refusal.js';
import { AccountSignedUp } from '../account.events.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';
import { PasswordHasherService } from '../password-hashing/password-hasher.service.js';
import { RegistrationRulesService } from '../users/registration-rules.service.js';
import { UserRepository } from '../users/user.repository.js';
import type { SignUpAnswer, SignUpInput } from './registration.dto.js';

export const emailTaken = refusal(409, 'Email already registered');

@Injectable()
export class SignUpService {
  constructor(
    private readonly rules: RegistrationRulesService,
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasherService,
    private readonly mailTokens: MailTokensService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async signUp(input: SignUpInput, address: string | null): Promise<SignUpAnswer> {
    // The rules come first, because the next check reveals whether the e-mail address is registered.
    await this.rules.checkSignUp(input.email, address);
    const { email, password, first_name, last_name } = await this.rules.cleanNames(input);
    // This check only saves the hashing. The unique index decides.
    if (await this.users.isEmailTaken(email)) throw emailTaken();
    const password_hash = await this.hasher.hash(password);
    try {
      return await this.database.transaction(async () => {
        const id = await this.users.create({ email, password_hash, first_name, last_name });
        this.events.announce(AccountSignedUp, { user_id: id }, id);
        await this.mailTokens.sendVerificationMail(email);
        return asAnswer({ user: { id, email } });
      });
    } catch (error) {
      throw isUnique(error, 'users_email') ? emailTaken() : error;
    }
  }
}
