import { jsonObject } from '../../platform/database/json.js';

const NAMES = {
  id: 'u.id',
  username: 'u.username',
  first_name: 'u.first_name',
  last_name: 'u.last_name',
  avatar_url: 'u.avatar_url',
};

/** Both are read from the user's row `u` in account.users. */
export const PERSON = jsonObject(NAMES);
export const AUTHOR = jsonObject({ ...NAMES, verified: 'u.verified' });
