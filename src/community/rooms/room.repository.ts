import { Injectable } from '@nestjs/common';
import { jsonList, jsonObject } from '../../platform/database/json.js';
import { Keyset, newestFirst } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { ROLES } from './members/members.io.js';
import { KEPT_OUT, OWN } from './open-room.sql.js';
import {
  DETAILED_MEMBER_JSON,
  LAST_MESSAGE_JSON,
  MESSAGE_JSON,
  OWNED_ROOM,
  ROOM,
  ROOM_BODY,
  ROOM_JSON,
} from './room-json.js';
import { Room } from './room.entity.js';
import type { RoomsQuery } from './rooms.io.js';

export type RoomFields = Pick<Room, 'name' | 'description' | 'category_id' | 'is_private' | 'avatar_url'>;
type NewRoom = Omit<RoomFields, 'avatar_url'> & { owner_id: string };

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

const NEWEST = 'ORDER BY r.created_at DESC, r.id DESC';
const AFTER = `(r.created_at, r.id) < ($2, $3::uuid)`;

const LISTED = jsonObject({
  ...ROOM,
  unread_count: 'coalesce(r.last_seq - m.read_seq, 0)',
  last_message: `CASE WHEN m.user_id IS NOT NULL OR NOT r.is_private THEN (
    SELECT ${LAST_MESSAGE_JSON} FROM community.room_messages c LEFT JOIN account.users u ON u.id = c.user_id
    WHERE c.room_id = r.id AND c.seq = r.last_seq) END`,
});
const page = (rooms: string) => `SELECT r.created_at, r.id, ${LISTED}::text AS json
   FROM (SELECT * FROM (${rooms}) r ${NEWEST} LIMIT $4) r
   LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = $1 ${NEWEST}`;

// The public ones by an index of their own, the private ones by who is in them or invited: neither reads past
// the rooms of others.
const open = (more: string) => `
  (SELECT r.* FROM community.rooms r
   WHERE NOT r.is_private AND ${AFTER} AND NOT ${KEPT_OUT} ${more} ${NEWEST} LIMIT $4)
  UNION ALL
  (SELECT r.* FROM (${OWN}) own JOIN community.rooms r ON r.id = own.room_id
   WHERE r.is_private AND ${AFTER} AND NOT ${KEPT_OUT} ${more} ${NEWEST} LIMIT $4)`;
const OPEN = sql('rooms_open', page(open('')));
const OPEN_OF_CATEGORY = sql('rooms_open_of_category', page(open('AND r.category_id = $5')));
const JOINED = sql(
  'rooms_joined',
  page(`SELECT r.* FROM community.room_members own JOIN community.rooms r ON r.id = own.room_id
    WHERE own.user_id = $1 AND ${AFTER} AND ($5::uuid IS NULL OR r.category_id = $5)`),
);

const CATEGORIES = sql(
  'room_categories',
  `SELECT ${jsonList(jsonObject({ id: 'id', name: 'name', icon: 'icon' }), 'position, name, id')}::text AS json
   FROM community.room_categories`,
);
const CATEGORY = sql('room_category', 'SELECT id FROM community.room_categories WHERE id = $1');
const DETAIL = sql(
  'room_detail',
  `SELECT ${jsonObject({
    room: ROOM_JSON,
    members: `(
      SELECT ${jsonList('m.json', 'm.role, m.joined_at, m.user_id')} FROM (
        SELECT m.role, m.joined_at, m.user_id, ${DETAILED_MEMBER_JSON} AS json FROM (
          SELECT * FROM community.room_members WHERE room_id = r.id ORDER BY role, joined_at, user_id LIMIT 100
        ) m JOIN account.users u ON u.id = m.user_id
      ) m)`,
    messages: `(
      SELECT ${jsonList('c.json', 'c.seq DESC')} FROM (
        SELECT c.seq, ${MESSAGE_JSON} AS json
        FROM (SELECT * FROM community.room_messages WHERE room_id = r.id ORDER BY seq DESC LIMIT 50) c
        LEFT JOIN account.users u ON u.id = c.user_id
      ) c)`,
    roles: `'${JSON.stringify(ROLES)}'::json`,
  })}::text AS json FROM community.rooms r WHERE r.id = $1`,
);
const SHOW = sql('room_show', `SELECT ${ROOM_JSON}::text AS json FROM community.rooms r WHERE r.id = $1`);
const BODY = sql('room_body', `SELECT ${ROOM_BODY}::text AS json FROM community.rooms r WHERE r.id = $1`);
const FIELDS = sql(
  'room_fields',
  'SELECT name, description, category_id, is_private, avatar_url FROM community.rooms WHERE id = $1',
);
const INSERT = sql(
  'room_insert',
  `WITH r AS (
     INSERT INTO community.rooms (owner_id, name, description, category_id, is_private)
     VALUES ($1, $2, $3, $4, $5) RETURNING *
   ), m AS (
     INSERT INTO community.room_members (room_id, user_id, role) SELECT id, owner_id, 'admin' FROM r
   ) SELECT r.id, ${OWNED_ROOM}::text AS json FROM r`,
);
const MENTIONING = sql(
  'room_mentioning',
  `SELECT id FROM community.room_messages WHERE room_id = ANY ($1::uuid[]) AND content LIKE '%@%'`,
);
const INVITATIONS_TO = sql(
  'room_invitations_to',
  'SELECT room_id, user_id FROM community.room_invitations WHERE room_id = ANY ($1::uuid[])',
);
const JOINED_BY = sql(
  'rooms_joined_by',
  `SELECT r.id FROM community.room_members m JOIN community.rooms r ON r.id = m.room_id WHERE m.user_id = $1
   ORDER BY coalesce(r.last_message_at, r.created_at) DESC, r.id LIMIT $2`,
);
const DELETE = sql('room_delete', 'DELETE FROM community.rooms WHERE id = ANY ($1::uuid[])');

const PAGE = new Keyset({ name: 'rooms', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class RoomRepository extends Repository {
  /** Newest first, as the JSON of the answer. */
  async page(userId: string, { category_id, joined, ...query }: RoomsQuery): Promise<string> {
    const slice = PAGE.read(query);
    const values = [userId, ...newestFirst(slice)];
    const found = await this.found(values, joined === 'true', category_id);
    const shown = PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('rooms', shown);
  }

  async categories(): Promise<string> {
    return (await this.one<{ json: string }>(CATEGORIES))?.json as string;
  }

  async hasCategory(id: string): Promise<boolean> {
    return (await this.one(CATEGORY, id)) !== undefined;
  }

  /** With its members and last messages, as the JSON of the answer; undefined where it has just gone. */
  async detail(id: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(DETAIL, id))?.json;
  }

  /** As JSON. */
  async show(id: string): Promise<string> {
    return (await this.one<{ json: string }>(SHOW, id))?.json as string;
  }

  /** The same as it is answered to whoever has changed it. */
  async body(id: string): Promise<string> {
    return (await this.one<{ json: string }>(BODY, id))?.json as string;
  }

  fields(id: string): Promise<RoomFields | undefined> {
    return this.one<RoomFields>(FIELDS, id);
  }

  /** With its owner as the first member; the room as JSON, without their number. */
  async insert(room: NewRoom): Promise<{ id: string; json: string }> {
    const { owner_id, name, description, category_id, is_private } = room;
    const made = await this.one<Line>(INSERT, owner_id, name, description, category_id, is_private);
    return made as Line;
  }

  async update(id: string, changes: Partial<RoomFields>): Promise<void> {
    await this.table(Room).update({ id }, { ...changes, updated_at: () => 'now()' });
  }

  /** The messages of which somebody may have been told that they name him. */
  async mentioning(ids: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(MENTIONING, ids)).map(({ id }) => id);
  }

  invitationsTo(ids: string[]): Promise<{ room_id: string; user_id: string }[]> {
    return this.rows(INVITATIONS_TO, ids);
  }

  async delete(ids: string[]): Promise<void> {
    await this.count(DELETE, ids);
  }

  /** Where somebody is a member, the latest activity first. */
  async joinedBy(userId: string, limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(JOINED_BY, userId, limit)).map(({ id }) => id);
  }

  private found(values: unknown[], joined: boolean, categoryId: string | undefined): Promise<Line[]> {
    if (joined) return this.rows<Line & object>(JOINED, ...values, categoryId ?? null);
    if (categoryId) return this.rows<Line & object>(OPEN_OF_CATEGORY, ...values, categoryId);
    return this.rows<Line & object>(OPEN, ...values);
  }
}
