import { Injectable } from '@nestjs/common';
import { jsonObject, iso } from '../../../platform/database/json.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { pageJson } from '../../../platform/http/raw-json.js';
import { blocked } from '../../../social/blocks/blocked.sql.js';
import { ROOM_SUMMARY } from '../access/room.sql.js';
import type { RoomInvitation } from '../room.entity.js';

/** What decides whether a user can be invited. */
export type InvitedUser = {
  is_blocked: boolean;
  is_banned: boolean;
  is_member: boolean;
  /** JSON of the room's summary. */
  room: string;
};

export type RemovedInvitation = Pick<RoomInvitation, 'invited_by'>;
type FoundInvitation = RemovedInvitation & { json: string };
type InvitationLine = Pick<RoomInvitation, 'room_id' | 'created_at'> & { json: string };

const INVITATION = {
  room_id: 'i.room_id',
  user_id: 'i.user_id',
  invited_by: 'i.invited_by',
  created_at: iso('i.created_at'),
};
/** JSON of row `i` of invitations. */
const INVITATION_JSON = jsonObject(INVITATION);

const INVITED_USER = sql(
  'room_guest',
  `SELECT ${blocked('u.id', '$3::uuid')} AS is_blocked, ban.room_id IS NOT NULL AS is_banned,
     m.room_id IS NOT NULL AS is_member, ${ROOM_SUMMARY}::text AS room
   FROM community.rooms r JOIN account.users u ON u.id = $2 AND u.user_status = 'active'
   LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = u.id
   LEFT JOIN community.room_moderation ban ON ban.room_id = r.id AND ban.user_id = u.id AND ban.action = 'ban'
   WHERE r.id = $1`,
);
const INSERT = sql(
  'room_invitation_insert',
  `WITH i AS (
     INSERT INTO community.room_invitations (room_id, user_id, invited_by) VALUES ($1, $2, $3)
     ON CONFLICT (room_id, user_id) DO NOTHING RETURNING *
   ) SELECT ${INVITATION_JSON}::text AS json FROM i`,
);
const FIND = sql(
  'room_invitation',
  `SELECT ${INVITATION_JSON}::text AS json, invited_by FROM community.room_invitations i
   WHERE room_id = $1 AND user_id = $2`,
);
const DELETE = sql(
  'room_invitation_delete',
  'DELETE FROM community.room_invitations WHERE room_id = $1 AND user_id = $2 RETURNING invited_by',
);
const PAGE_OF_USER = sql(
  'room_invitations_of_user',
  `SELECT i.created_at, i.room_id, ${jsonObject({ ...INVITATION, room: ROOM_SUMMARY })}::text AS json
   FROM community.room_invitations i JOIN community.rooms r ON r.id = i.room_id
   WHERE i.user_id = $1 AND (i.created_at, i.room_id) < ($2, $3::uuid)
   ORDER BY i.created_at DESC, i.room_id DESC LIMIT $4`,
);
const REMOVE_INVITER = sql(
  'room_invitations_disown',
  `WITH i AS (
     UPDATE community.room_invitations SET invited_by = NULL WHERE invited_by = $1 RETURNING *
   ) SELECT i.user_id, ${INVITATION_JSON}::text AS invitation, ${ROOM_SUMMARY}::text AS room
     FROM i JOIN community.rooms r ON r.id = i.room_id`,
);
export const INVITATIONS_FOR_EXPORT = sql(
  'room_invitations_for_export',
  'SELECT room_id, invited_by, created_at FROM community.room_invitations WHERE user_id = $1 ORDER BY created_at, room_id',
);

const PAGE = new Keyset({ name: 'room-invitations', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class RoomInvitationRepository extends BaseRepository {
  /** Undefined if there is no such active account. */
  findInvitedUser(roomId: string, userId: string, inviterId: string): Promise<InvitedUser | undefined> {
    return this.one<InvitedUser>(INVITED_USER, roomId, userId, inviterId);
  }

  /** The invitation as JSON; undefined if the user has one already. */
  async insert(roomId: string, userId: string, inviterId: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(INSERT, roomId, userId, inviterId))?.json;
  }

  find(roomId: string, userId: string): Promise<FoundInvitation | undefined> {
    return this.one<FoundInvitation>(FIND, roomId, userId);
  }

  /** Undefined if there was no invitation. */
  delete(roomId: string, userId: string): Promise<RemovedInvitation | undefined> {
    return this.one<RemovedInvitation>(DELETE, roomId, userId);
  }

  /** Newest first, as the JSON of the answer. */
  async pageForUser(userId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    const found = await this.rows<InvitationLine>(PAGE_OF_USER, userId, ...newestFirst(slice));
    const page = PAGE.cut(found, slice, ({ created_at, room_id }) => [created_at, room_id]);
    return pageJson('invitations', page);
  }

  /** Sets the inviter to null in all invitations of this inviter; each with its room, as JSON. */
  removeInviter(inviterId: string): Promise<{ user_id: string; invitation: string; room: string }[]> {
    return this.rows(REMOVE_INVITER, inviterId);
  }
}
