import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, ListQuery, Nested, Nullable, Optional, Time, Uuid, WebAddress } from '../../platform/http/fields.js';
import { IsBoolean, IsEmail, IsInt, IsString, Matches } from 'class-validator';

/** Limits of profile fields, in code points. */
export const LONGEST = { username: 30, first_name: 100, last_name: 100, bio: 2_000 };
export const USERNAME = /^[a-z0-9_]{3,30}$/;

class PrivacyInput {
  @Optional() @IsBoolean() follower_approval?: boolean;
}

export class UpdateProfileInput {
  @Optional()
  @Nullable()
  @IsString()
  @Matches(USERNAME, { message: 'username must be 3 to 30 of the characters a-z, 0-9 and _' })
  username?: string | null;
  @Optional() @Nullable() @Chars(0, LONGEST.first_name) first_name?: string | null;
  @Optional() @Nullable() @Chars(0, LONGEST.last_name) last_name?: string | null;
  @Optional() @Nullable() @WebAddress() avatar_url?: string | null;
  @Optional() @Nullable() @Chars(0, LONGEST.bio) bio?: string | null;
  @Optional() @Nested(() => PrivacyInput) privacy?: PrivacyInput;
}

export class DeleteAccountInput {
  @IsString() password!: string;
}

export class SearchUsersQuery extends ListQuery {
  @Optional() @Chars(0, 100) search?: string;
}

export class PublicProfile {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
  @Nullable() @IsString() first_name!: string | null;
  @Nullable() @IsString() last_name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
  @Nullable() @IsString() bio!: string | null;
  @Nullable() @IsString() type!: string | null;
  @IsBoolean() verified!: boolean;
  @Time() created_at!: Date;
  @IsInt() posts_count!: number;
  @IsInt() followers_count!: number;
  @IsInt() following_count!: number;
}

class Privacy {
  @IsBoolean() follower_approval!: boolean;
}

export class OwnProfile extends PublicProfile {
  @IsEmail() email!: string;
  @IsBoolean() email_verified!: boolean;
  @IsString() role!: string;
  @IsString() status!: string;
  @Nested(() => Privacy) privacy!: Privacy;
  @Nullable() @IsString() subscription_plan!: string | null;
  @Nullable() @IsString() subscription_status!: string | null;
  @Nullable() @Time() subscription_expires_at!: Date | null;
  @Time() updated_at!: Date;
}

export class OwnProfileAnswer extends answerWith('user', () => OwnProfile) {}

export class PublicProfileAnswer extends answerWith('user', () => PublicProfile) {}

export class UsersAnswer extends pageOf('users', () => PublicProfile) {}
