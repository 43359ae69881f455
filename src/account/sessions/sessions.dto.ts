import { IsBoolean, IsEmail, IsInt, IsIP, IsString } from 'class-validator';
import { answerWith } from '../../platform/http/answers.js';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../platform/http/fields.js';
import { EmailText } from '../email-address.js';

export class SignInInput {
  @EmailText() email!: string;
  @IsString() password!: string;
}

export class VerifiedSession {
  @IsString() access_token!: string;
  @IsString() refresh_token!: string;
  /** Seconds. */
  @IsInt() expires_in!: number;
}

export class SessionAnswer extends VerifiedSession {
  /** Unix time in seconds. */
  @IsInt() expires_at!: number;
}

export class NewUser {
  @Uuid() id!: string;
  @IsEmail() email!: string;
}

class SignedInUser extends NewUser {
  @IsString() role!: string;
}

export class SignInAnswer {
  @Nested(() => SessionAnswer) session!: SessionAnswer;
  @Nested(() => SignedInUser) user!: SignedInUser;
}

export class RefreshInput {
  @IsString() refresh_token!: string;
}

export class RefreshAnswer extends answerWith('session', () => SessionAnswer) {}

class AuthenticatedUser extends SignedInUser {
  @Nullable() @IsString() type!: string | null;
  @Nullable() @IsString() status!: string | null;
  @Nullable() @IsString() username!: string | null;
}

export class CurrentSessionAnswer extends answerWith('user', () => AuthenticatedUser) {}

class SignedInDevice {
  @Uuid() id!: string;
  @Time() created_at!: Date;
  @Time() last_used_at!: Date;
  @Time() expires_at!: Date;
  @Nullable() @IsIP() address!: string | null;
  @Nullable() @IsString() user_agent!: string | null;
  /** True for the session of this request. */
  @IsBoolean() current!: boolean;
}

export class SessionsAnswer {
  @ListOf(() => SignedInDevice) sessions!: SignedInDevice[];
}
