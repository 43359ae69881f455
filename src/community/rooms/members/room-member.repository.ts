import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { iso, jsonObject, sql } from '../../../platform/database/sql.js';
import { Keyset, type Slice } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { pageJson } from '../../../platform/http/raw-json.js';
import { profileJson } from '../../person.sql.js';
import type { Role } from '../access/room.policy.js';
import type { ProfileView } from '../../common.dto.js';
import { type Room, RoomMember } from '../room.entity.js';
import type { DetailedMemberView } from '../rooms.dto.js';

type MemberLine = Pick<RoomMember, 'role' | 'joined_at' | 'user_id'> & { json: string };
export type MemberRow = Omit<RoomMember, 'read_seq'>;

/** The keyset before the first member. */
const START = ['', '-infinity', FIRST_ID];

/** JSON of row `m` of members with the profile of row `u` of users. */
export const DETAILED_MEMBER_JSON = jsonObject<DetailedMemberView>({
  user_id: 'm.user_id',
  room_id: 'm.room_id',
  role: 'm.role',
  joined_at: iso('m.joined_at'),
  is_banned: 'false',
  profile: profileJson(),
});

const PAGE_OF = sql(
  'room_members_page',
  `SELECT m.role, m.joined_at, m.user_id, ${DETAILED_MEMBER_JSON}::text AS json FROM (
     SELECT * FROM community.room_members
     WHERE room_id = $1 AND (role, joined_at, user_id) > ($2, $3, $4::uuid) ORDER BY role, joined_at, user_id LIMIT $5
   ) m JOIN account.users u ON u.id = m.user_id ORDER BY m.role, m.joined_at, m.user_id`,
);
/** Messages from before the user joined count as read. */
const INSERT = sql(
  'room_member_insert',
  `WITH m AS (
     INSERT INTO community.room_members (room_id, user_id, role, read_seq)
     SELECT id, $2::uuid, $3, last_seq FROM community.rooms WHERE id = $1 RETURNING *
   ) SELECT m.room_id, m.user_id, m.role, m.joined_at, ${profileJson()} AS profile
     FROM m JOIN account.users u ON u.id = m.user_id`,
);
const PROMOTE = sql(
  'room_members_promote',
  `UPDATE community.room_members m SET role = 'admin' FROM unnest($1::uuid[]) AS left_alone (room_id)
   CROSS JOIN LATERAL (
     SELECT user_id, role FROM community.room_members o WHERE o.room_id = left_alone.room_id
     ORDER BY role, joined_at, user_id LIMIT 1
   ) first
   WHERE m.room_id = left_alone.room_id AND m.user_id = first.user_id AND first.role <> 'admin'
   RETURNING m.room_id, m.user_id`,
);
const LOCK_ROOMS = sql(
  'rooms_lock_of_user',
  `SELECT id FROM community.rooms WHERE id IN (
     SELECT room_id FROM community.room_members WHERE user_id = $1
     UNION SELECT id FROM community.rooms WHERE owner_id = $1
   ) ORDER BY id FOR NO KEY UPDATE`,
);
const DELETE_BY_USER = sql(
  'room_members_delete_all_of_user',
  'DELETE FROM community.room_members WHERE user_id = $1 RETURNING room_id',
);
const TRANSFER_OWNERSHIP = sql(
  'rooms_pass_on',
  `UPDATE community.rooms r SET owner_id = (
     SELECT user_id FROM community.room_members WHERE room_id = r.id ORDER BY role, joined_at, user_id LIMIT 1
   ), updated_at = now() WHERE owner_id = $1 RETURNING *`,
);
export const MEMBERS_FOR_EXPORT = sql(
  'room_members_for_export',
  `SELECT m.room_id, r.name, m.role, m.joined_at FROM community.room_members m JOIN community.rooms r ON r.id = m.room_id
   WHERE m.user_id = $1 ORDER BY m.joined_at, m.room_id`,
);

export const MEMBERS_PAGE = new Keyset({ name: 'room-members', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class RoomMemberRepository extends EntityRepository<RoomMember> {
  protected readonly entity = RoomMember;

  /** Admins first, then by the time they joined; as the JSON of the answer. */
  async page(roomId: string, slice: Slice): Promise<string> {
    const after = slice.after ?? START;
    const found = await this.rows<MemberLine>(PAGE_OF, roomId, ...after, slice.fetch);
    const page = MEMBERS_PAGE.cut(found, slice, ({ role, joined_at, user_id }) => [role, joined_at, user_id]);
    return pageJson('members', page);
  }

  join(roomId: string, userId: string, role: Role): Promise<MemberRow & { profile: ProfileView }> {
    return this.onlyOne(INSERT, roomId, userId, role);
  }

  hasOtherAdmin(room_id: string, user_id: string): Promise<boolean> {
    return this.exists({ room_id, role: 'admin', user_id: Not(user_id) });
  }

  /** Makes the oldest member an admin in those rooms that have no admin left, and returns the new admins. */
  promoteOldest(roomIds: string[]): Promise<Pick<RoomMember, 'room_id' | 'user_id'>[]> {
    return this.rows(PROMOTE, roomIds);
  }

  /** Locks the rooms that the user owns or is a member of, in the order of ids. */
  async lockRoomsOfUser(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_ROOMS, userId)).map(({ id }) => id);
  }

  /** Returns the ids of the rooms that the user left. */
  async deleteByUser(userId: string): Promise<string[]> {
    return (await this.rows<{ room_id: string }>(DELETE_BY_USER, userId)).map(({ room_id }) => room_id);
  }

  /** The new owner is an admin, or else the oldest member; null if the room has no members. */
  transferOwnership(ownerId: string): Promise<Room[]> {
    return this.rows(TRANSFER_OWNERSHIP, ownerId);
  }
}
