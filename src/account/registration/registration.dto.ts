import { IsIn, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, Password, Required } from '../../platform/http/fields.js';
import { EmailAddress } from '../email-address.js';
import { NewUser, VerifiedSession } from '../sessions/sessions.dto.js';
import { LONGEST } from '../users/users.dto.js';

export class SignUpInput {
  @EmailAddress() email!: string;
  @Password() password!: string;
  @Optional() @Nullable() @Chars(0, LONGEST.first_name) first_name?: string | null;
  @Optional() @Nullable() @Chars(0, LONGEST.last_name) last_name?: string | null;
}

export class SignUpAnswer extends answerWith('user', () => NewUser) {}

const TOKEN_AND_TYPE = 'token_hash and type are required';

export class VerifyEmailInput {
  @Required(TOKEN_AND_TYPE) @IsString() token_hash!: string;
  @Required(TOKEN_AND_TYPE) @IsIn(['email']) type!: string;
}

export class VerifyEmailAnswer {
  @Nested(() => VerifiedSession) session!: VerifiedSession;
  @Nested(() => NewUser) user!: NewUser;
}

export class ResendVerificationInput {
  @Required('Email is required') @EmailAddress() email!: string;
}
