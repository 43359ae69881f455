import { IsEmail, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { Chars, Nested, Nullable, Optional, Password, Required } from '../../platform/http/input/fields.js';
import { EmailAddress } from '../email-address.js';

export class SignUpInput {
  @EmailAddress() email!: string;
  @Password() password!: string;
  @Optional() @Nullable() @Chars(0, 100) first_name?: string | null;
  @Optional() @Nullable() @Chars(0, 100) last_name?: string | null;
}

export class NewUser {
  @IsUUID() id!: string;
  @IsEmail() email!: string;
}

export class SignUpAnswer {
  @Nested(() => NewUser) user!: NewUser;
}

const TOKEN_AND_TYPE = 'token_hash and type are required';

export class VerifyEmailInput {
  @Required(TOKEN_AND_TYPE) @IsString() token_hash!: string;
  @Required(TOKEN_AND_TYPE) @IsIn(['email']) type!: string;
}

export class VerifiedSession {
  @IsString() access_token!: string;
  @IsString() refresh_token!: string;
  @IsInt() expires_in!: number;
}

export class VerifyEmailAnswer {
  @Nested(() => VerifiedSession) session!: VerifiedSession;
  @Nested(() => NewUser) user!: NewUser;
}

export class ResendVerificationInput {
  @Required('Email is required') @EmailAddress() email!: string;
}
