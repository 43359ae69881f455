import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { Keyset, newestFirst, type Page, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { blocked } from '../../../social/blocks/blocked.sql.js';
import { ROOM_SUMMARY } from '../access/room.sql.js';
import { RoomInvitation } from '../room.entity.js';
import type { ReceivedInvitation, RoomSummary } from '../rooms.dto.js';

/** What decides whether a user can be invited. */
export type InvitedUser = {
  is_blocked: boolean;
  is_banned: boolean;
  is_member: boolean;
  room: RoomSummary;
};

/** Row `i` of invitations with its room, row `r`. */
const RECEIVED = `i.room_id, i.user_id, i.invited_by, i.created_at, ${ROOM_SUMMARY} AS room`;

const INVITED_USER = sql(
  'room_guest',
  `SELECT ${blocked('u.id', '$3::uuid')} AS is_blocked, ban.room_id IS NOT NULL AS is_banned,
     m.room_id IS NOT NULL AS is_member, ${ROOM_SUMMARY} AS room
   FROM community.rooms r JOIN account.users u ON u.id = $2 AND u.user_status = 'active'
   LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = u.id
   LEFT JOIN community.room_moderation ban ON ban.room_id = r.id AND ban.user_id = u.id AND ban.action = 'ban'
   WHERE r.id = $1`,
);
const PAGE_OF_USER = sql(
  'room_invitations_of_user',
  `SELECT ${RECEIVED}
   FROM community.room_invitations i JOIN community.rooms r ON r.id = i.room_id
   WHERE i.user_id = $1 AND (i.created_at, i.room_id) < ($2, $3::uuid)
   ORDER BY i.created_at DESC, i.room_id DESC LIMIT $4`,
);
const REMOVE_INVITER = sql(
  'room_invitations_disown',
  `UPDATE community.room_invitations i SET invited_by = NULL FROM community.rooms r
   WHERE i.invited_by = $1 AND r.id = i.room_id RETURNING ${RECEIVED}`,
);
export const INVITATIONS_FOR_EXPORT = sql(
  'room_invitations_for_export',
  'SELECT room_id, invited_by, created_at FROM community.room_invitations WHERE user_id = $1 ORDER BY created_at, room_id',
);

const PAGE = new Keyset({ name: 'room-invitations', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class RoomInvitationRepository extends EntityRepository<RoomInvitation> {
  protected readonly entity = RoomInvitation;

  /** Undefined if there is no such active account. */
  findInvitedUser(roomId: string, userId: string, inviterId: string): Promise<InvitedUser | undefined> {
    return this.one<InvitedUser>(INVITED_USER, roomId, userId, inviterId);
  }

  /** Newest first. */
  async pageForUser(userId: string, query: PageQuery): Promise<Page<ReceivedInvitation>> {
    const slice = PAGE.read(query);
    const found = await this.rows<ReceivedInvitation>(PAGE_OF_USER, userId, ...newestFirst(slice));
    return PAGE.cut(found, slice, ({ created_at, room_id }) => [created_at, room_id]);
  }

  /** Sets the inviter to null in all invitations of this inviter, and returns them. */
  removeInviter(inviterId: string): Promise<ReceivedInvitation[]> {
    return this.rows(REMOVE_INVITER, inviterId);
  }
}
