import { iso, jsonObject } from '../../platform/database/json.js';
import { authorJson, profileJson } from '../person.sql.js';

const SUMMARY = { id: 'r.id', name: 'r.name', is_private: 'r.is_private', avatar_url: 'r.avatar_url' };

/** A room as an invitation shows it; `r` is its row. */
export const ROOM_SUMMARY = jsonObject(SUMMARY);

/** As it is answered to whoever has changed it. */
const BODY = {
  ...SUMMARY,
  description: 'r.description',
  category_id: 'r.category_id',
  created_at: iso('r.created_at'),
};
export const ROOM_BODY = jsonObject(BODY);
const OWNED = { ...BODY, owner_id: 'r.owner_id' };
/** As it is answered to whoever has opened it. */
export const OWNED_ROOM = jsonObject(OWNED);
export const ROOM = { ...OWNED, member_count: 'r.member_count' };
export const ROOM_JSON = jsonObject(ROOM);

/** `c` is the row of a message, `u` its author's, if he is still there. */
const AUTHOR = `CASE WHEN u.id IS NOT NULL THEN ${authorJson()} END`;
const WRITTEN = { id: 'c.id', content: 'c.content', created_at: iso('c.created_at'), author: AUTHOR };
/** As it is answered to whoever has written it. */
export const WRITTEN_JSON = jsonObject(WRITTEN);
const LAST = { ...WRITTEN, deleted_at: iso('c.deleted_at') };
export const LAST_MESSAGE_JSON = jsonObject(LAST);
export const MESSAGE_JSON = jsonObject({
  ...LAST,
  edited_at: iso('c.edited_at'),
  reactions: 'c.reactions',
});

/** `m` is the row of a member. */
const MEMBER = {
  user_id: 'm.user_id',
  room_id: 'm.room_id',
  role: 'm.role',
  joined_at: iso('m.joined_at'),
  is_banned: 'false',
};
export const MEMBER_JSON = jsonObject(MEMBER);
export const DETAILED_MEMBER_JSON = jsonObject({ ...MEMBER, profile: profileJson() });
