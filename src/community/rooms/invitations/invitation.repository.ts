import { Injectable } from '@nestjs/common';
import { jsonObject, iso } from '../../../platform/database/json.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';
import { pageJson } from '../../../platform/http/raw-json.js';
import { blocked } from '../../../social/blocks/blocked.sql.js';
import { ROOM_SUMMARY } from '../room-json.js';

/** Somebody who may be invited, as far as he may. */
export interface Guest {
  is_blocked: boolean;
  is_banned: boolean;
  is_member: boolean;
  /** As JSON. */
  room: string;
}

interface Line {
  room_id: string;
  created_at: Date;
  json: string;
}

const INVITATION = {
  room_id: 'i.room_id',
  user_id: 'i.user_id',
  invited_by: 'i.invited_by',
  created_at: iso('i.created_at'),
};
/** `i` is its row. */
export const INVITATION_JSON = jsonObject(INVITATION);

const GUEST = sql(
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
const OF_USER = sql(
  'room_invitations_of_user',
  `SELECT i.created_at, i.room_id, ${jsonObject({ ...INVITATION, room: ROOM_SUMMARY })}::text AS json
   FROM community.room_invitations i JOIN community.rooms r ON r.id = i.room_id
   WHERE i.user_id = $1 AND (i.created_at, i.room_id) < ($2, $3::uuid)
   ORDER BY i.created_at DESC, i.room_id DESC LIMIT $4`,
);
const FOR_EXPORT = sql(
  'room_invitations_for_export',
  'SELECT room_id, invited_by, created_at FROM community.room_invitations WHERE user_id = $1 ORDER BY created_at, room_id',
);

const PAGE = new Keyset({ name: 'room-invitations', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class InvitationRepository extends Repository {
  /** Undefined where there is nobody of that id. */
  guest(roomId: string, userId: string, inviterId: string): Promise<Guest | undefined> {
    return this.one<Guest & object>(GUEST, roomId, userId, inviterId);
  }

  /** As JSON; undefined where he has one already. */
  async insert(roomId: string, userId: string, inviterId: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(INSERT, roomId, userId, inviterId))?.json;
  }

  find(roomId: string, userId: string): Promise<{ json: string; invited_by: string | null } | undefined> {
    return this.one(FIND, roomId, userId);
  }

  /** By whom he was invited; undefined where he was not. */
  delete(roomId: string, userId: string): Promise<{ invited_by: string | null } | undefined> {
    return this.one(DELETE, roomId, userId);
  }

  /** Newest first, as the JSON of the answer. */
  async ofUser(userId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    const found = await this.rows<Line & object>(OF_USER, userId, ...newestFirst(slice));
    const page = PAGE.cut(found, slice, ({ created_at, room_id }) => [created_at, room_id]);
    return pageJson('invitations', page);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
