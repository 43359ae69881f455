import { Injectable } from '@nestjs/common';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';
import { pageJson } from '../../../platform/http/raw-json.js';
import { profileJson } from '../../person.sql.js';
import { DETAILED_MEMBER_JSON, MEMBER_JSON } from '../room-json.js';
import type { Role } from './members.io.js';

/** Somebody of whom an administrator speaks. */
export interface Target {
  id: string;
  role: Role | null;
  is_owner: boolean;
}

interface Ranked {
  role: Role;
  joined_at: Date;
  user_id: string;
  json: string;
}

const FIRST = ['', '-infinity', FIRST_ID];

const PAGE_OF = sql(
  'room_members_page',
  `SELECT m.role, m.joined_at, m.user_id, ${DETAILED_MEMBER_JSON}::text AS json FROM (
     SELECT * FROM community.room_members
     WHERE room_id = $1 AND (role, joined_at, user_id) > ($2, $3, $4::uuid) ORDER BY role, joined_at, user_id LIMIT $5
   ) m JOIN account.users u ON u.id = m.user_id ORDER BY m.role, m.joined_at, m.user_id`,
);
const FIND = sql(
  'room_member',
  `SELECT ${MEMBER_JSON}::text AS json FROM community.room_members m WHERE room_id = $1 AND user_id = $2`,
);
const TARGET = sql(
  'room_member_target',
  `SELECT u.id, m.role, r.owner_id IS NOT DISTINCT FROM u.id AS is_owner FROM community.rooms r
   JOIN account.users u ON u.id = $2 LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = u.id
   WHERE r.id = $1`,
);
/** What was written before he came is nothing that he has not read. */
const INSERT = sql(
  'room_member_insert',
  `WITH m AS (
     INSERT INTO community.room_members (room_id, user_id, role, read_seq)
     SELECT id, $2::uuid, $3, last_seq FROM community.rooms WHERE id = $1 RETURNING *
   ) SELECT ${MEMBER_JSON}::text AS json, ${profileJson()}::text AS profile
     FROM m JOIN account.users u ON u.id = m.user_id`,
);
const DELETE = sql(
  'room_member_delete',
  'DELETE FROM community.room_members WHERE room_id = $1 AND user_id = $2',
);
const SET_ROLE = sql(
  'room_member_set_role',
  'UPDATE community.room_members SET role = $3 WHERE room_id = $1 AND user_id = $2',
);
const OTHER_ADMIN = sql(
  'room_other_admin',
  `SELECT user_id FROM community.room_members WHERE room_id = $1 AND role = 'admin' AND user_id <> $2 LIMIT 1`,
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
const LOCK_ROOMS_OF = sql(
  'rooms_lock_of_user',
  `SELECT id FROM community.rooms WHERE id IN (
     SELECT room_id FROM community.room_members WHERE user_id = $1
     UNION SELECT id FROM community.rooms WHERE owner_id = $1
   ) ORDER BY id FOR NO KEY UPDATE`,
);
const DELETE_ALL_OF = sql(
  'room_members_delete_all_of_user',
  'DELETE FROM community.room_members WHERE user_id = $1 RETURNING room_id',
);
const PASS_ON = sql(
  'rooms_pass_on',
  `UPDATE community.rooms r SET owner_id = (
     SELECT user_id FROM community.room_members WHERE room_id = r.id ORDER BY role, joined_at, user_id LIMIT 1
   ), updated_at = now() WHERE owner_id = $1 RETURNING id, owner_id`,
);
const FOR_EXPORT = sql(
  'room_members_for_export',
  `SELECT m.room_id, r.name, m.role, m.joined_at FROM community.room_members m JOIN community.rooms r ON r.id = m.room_id
   WHERE m.user_id = $1 ORDER BY m.joined_at, m.room_id`,
);

const PAGE = new Keyset({ name: 'room-members', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class MemberRepository extends Repository {
  slice(query: PageQuery) {
    return PAGE.read(query);
  }

  /** Admins first, then by how long they are there; as the JSON of the answer. */
  async page(roomId: string, slice: ReturnType<MemberRepository['slice']>): Promise<string> {
    const after = slice.after ?? FIRST;
    const found = await this.rows<Ranked & object>(PAGE_OF, roomId, ...after, slice.fetch);
    const page = PAGE.cut(found, slice, ({ role, joined_at, user_id }) => [role, joined_at, user_id]);
    return pageJson('members', page);
  }

  /** As JSON. */
  async find(roomId: string, userId: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(FIND, roomId, userId))?.json;
  }

  /** Undefined where there is nobody of that id. */
  target(roomId: string, userId: string): Promise<Target | undefined> {
    return this.one<Target & object>(TARGET, roomId, userId);
  }

  /** The member and his profile, as JSON. */
  async insert(roomId: string, userId: string, role: Role): Promise<{ json: string; profile: string }> {
    const made = await this.one<{ json: string; profile: string }>(INSERT, roomId, userId, role);
    return made as { json: string; profile: string };
  }

  async delete(roomId: string, userId: string): Promise<boolean> {
    return (await this.count(DELETE, roomId, userId)) > 0;
  }

  async setRole(roomId: string, userId: string, role: Role): Promise<void> {
    await this.count(SET_ROLE, roomId, userId, role);
  }

  async hasAdminBeside(roomId: string, userId: string): Promise<boolean> {
    return (await this.one(OTHER_ADMIN, roomId, userId)) !== undefined;
  }

  /** Where no admin is left, whoever has been there for longest becomes one. */
  promote(roomIds: string[]): Promise<{ room_id: string; user_id: string }[]> {
    return this.rows(PROMOTE, roomIds);
  }

  async lockRoomsOf(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_ROOMS_OF, userId)).map(({ id }) => id);
  }

  /** The rooms that he has left by it. */
  async deleteAllOf(userId: string): Promise<string[]> {
    return (await this.rows<{ room_id: string }>(DELETE_ALL_OF, userId)).map(({ room_id }) => room_id);
  }

  /** To an admin, or else to who has been there for longest: null where nobody is. */
  passOn(ownerId: string): Promise<{ id: string; owner_id: string | null }[]> {
    return this.rows(PASS_ON, ownerId);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
