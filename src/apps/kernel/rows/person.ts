import { IsString } from 'class-validator';
import { Nullable, Uuid } from '../../../platform/http/fields.js';

/** A user as other users see them. */
export class PersonView {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

/** Null where the account is deleted. */
export const personOf = (id: string | null, username: string | null): PersonView | null =>
  id === null ? null : { id, username };

/** SQL: the person JSON of a row of account.users; `user` is its alias in the query. */
export const personIn = (user: string) => `json_build_object('id', ${user}.id, 'username', ${user}.username)`;

/** SQL: the person JSON by user id; NULL when the account is deleted. */
export const personBy = (id: string) => `(SELECT ${personIn('u')} FROM account.users u WHERE u.id = ${id})`;
