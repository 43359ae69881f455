import { iso, jsonObject } from '../../../platform/database/sql.js';

const SUMMARY = { id: 'r.id', name: 'r.name', is_private: 'r.is_private', avatar_url: 'r.avatar_url' };
export const ROOM = {
  ...SUMMARY,
  description: 'r.description',
  category_id: 'r.category_id',
  created_at: iso('r.created_at'),
  owner_id: 'r.owner_id',
  member_count: 'r.member_count',
};

// JSON of row `r` of rooms; each has the fields of the class with nearly the same name in rooms.dto.ts.
export const ROOM_SUMMARY = jsonObject(SUMMARY);
export const ROOM_JSON = jsonObject(ROOM);

/** SQL condition on row `r` and user `$1`: the user is banned and does not find the room in lists. */
export const IS_BANNED = `EXISTS (
  SELECT FROM community.room_moderation ban
  WHERE ban.room_id = r.id AND ban.user_id = $1 AND ban.action = 'ban')`;

/** The rooms of which the user `$1` is a member, or to which they are invited; private ones are open to them. */
export const OWN_ROOMS = `SELECT room_id FROM community.room_members WHERE user_id = $1
     UNION SELECT room_id FROM community.room_invitations WHERE user_id = $1`;
