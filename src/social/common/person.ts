import { IsBoolean, IsString } from 'class-validator';
import { jsonObject } from '../../platform/database/sql.js';
import { Nullable, Uuid } from '../../platform/http/fields.js';

export class PersonView {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
  @Nullable() @IsString() first_name!: string | null;
  @Nullable() @IsString() last_name!: string | null;
  @Nullable() @IsString() avatar_url!: string | null;
}

export class AuthorView extends PersonView {
  @IsBoolean() verified!: boolean;
}

const NAMES: Record<keyof PersonView, string> = {
  id: 'u.id',
  username: 'u.username',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  avatar_url: 'u.avatar_url',
};

/** SQL of a `PersonView` and of an `AuthorView`, from the user's row `u` in account.users. */
export const PERSON = jsonObject(NAMES);
export const AUTHOR = jsonObject({ ...NAMES, verified: 'u.verified' });
