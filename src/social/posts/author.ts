import { jsonObject } from '../../platform/database/json.js';

const NAMES = {
  id: 'u.id',
  username: 'u.username',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  avatar_url: 'u.avatar_url',
};

/** A user beside what he wrote; `u` is his row in account.users. */
export const AUTHOR = jsonObject({ ...NAMES, verified: 'u.verified' });
export const PERSON = jsonObject(NAMES);
