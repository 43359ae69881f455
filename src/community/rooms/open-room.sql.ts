/** To whom the room is open: whoever is banned ($1) finds it no more; `r` is its row. */
export const KEPT_OUT = `EXISTS (
  SELECT FROM community.room_moderation ban
  WHERE ban.room_id = r.id AND ban.user_id = $1 AND ban.action = 'ban')`;

/** Where somebody ($1) is a member, or invited: what is private is open to him there. */
export const OWN = `SELECT room_id FROM community.room_members WHERE user_id = $1
     UNION SELECT room_id FROM community.room_invitations WHERE user_id = $1`;
