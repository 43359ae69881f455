import { jsonObject } from '../platform/database/sql.js';

/** First and last name, or else the username; null if the user has entered neither. */
export const nameOf = (u: string) =>
  `coalesce(nullif(btrim(concat_ws(' ', ${u}.first_name, ${u}.last_name)), ''), ${u}.username)`;

const face = (u: string) => ({ name: nameOf(u), avatar_url: `${u}.avatar_url` });

/** `{ id, name, avatar_url }` of row `u` of users. */
export const authorJson = (u = 'u') => jsonObject({ id: `${u}.id`, ...face(u) });

/** `{ name, avatar_url, username }` of a member of a room. */
export const profileJson = (u = 'u') => jsonObject({ ...face(u), username: `${u}.username` });

/** `{ id, name, avatar_url, username }` of the partner in a conversation. */
export const partnerJson = (u = 'u') => jsonObject({ id: `${u}.id`, ...face(u), username: `${u}.username` });
