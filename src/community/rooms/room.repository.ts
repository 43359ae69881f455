import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { jsonList, jsonObject, sql } from '../../platform/database/sql.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { ROLES } from './access/room.policy.js';
import { IS_BANNED, OWN_ROOMS, ROOM, ROOM_JSON } from './access/room.sql.js';
import type { InvitationKey } from './invitations/room-invitations.events.js';
import { DETAILED_MEMBER_JSON } from './members/room-member.repository.js';
import { LAST_MESSAGE_JSON, MESSAGE_JSON } from './messages/room-message.repository.js';
import { Room } from './room.entity.js';
import type { RoomsQuery } from './rooms.dto.js';

/** The columns that the admins of a room can change. */
export type RoomFields = Pick<Room, 'name' | 'description' | 'category_id' | 'is_private' | 'avatar_url'>;
type NewRoom = Omit<RoomFields, 'avatar_url'> & { owner_id: string };
type RoomLine = Pick<Room, 'id' | 'created_at'> & { json: string };

const NEWEST = 'ORDER BY r.created_at DESC, r.id DESC';
const AFTER = `(r.created_at, r.id) < ($2, $3::uuid)`;

const LISTED = jsonObject({
  ...ROOM,
  unread_count: 'coalesce(r.last_seq - m.read_seq, 0)',
  last_message: `CASE WHEN m.user_id IS NOT NULL OR NOT r.is_private THEN (
    SELECT ${LAST_MESSAGE_JSON} FROM community.room_messages c LEFT JOIN account.users u ON u.id = c.user_id
    WHERE c.room_id = r.id AND c.seq = r.last_seq) END`,
});
const pageOf = (rooms: string) => `SELECT r.created_at, r.id, ${LISTED}::text AS json
   FROM (SELECT * FROM (${rooms}) r ${NEWEST} LIMIT $4) r
   LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = $1 ${NEWEST}`;

// Public rooms are read by an index of their own, private rooms by the user's memberships and invitations. So neither
// part reads rooms that the user cannot find.
const open = (more: string) => `
  (SELECT r.* FROM community.rooms r
   WHERE NOT r.is_private AND ${AFTER} AND NOT ${IS_BANNED} ${more} ${NEWEST} LIMIT $4)
  UNION ALL
  (SELECT r.* FROM (${OWN_ROOMS}) own JOIN community.rooms r ON r.id = own.room_id
   WHERE r.is_private AND ${AFTER} AND NOT ${IS_BANNED} ${more} ${NEWEST} LIMIT $4)`;
const OPEN = sql('rooms_open', pageOf(open('')));
const OPEN_OF_CATEGORY = sql('rooms_open_of_category', pageOf(open('AND r.category_id = $5')));
const JOINED = sql(
  'rooms_joined',
  pageOf(`SELECT r.* FROM community.room_members own JOIN community.rooms r ON r.id = own.room_id
    WHERE own.user_id = $1 AND ${AFTER} AND ($5::uuid IS NULL OR r.category_id = $5)`),
);

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
const INSERT = sql(
  'room_insert',
  `WITH r AS (
     INSERT INTO community.rooms (owner_id, name, description, category_id, is_private)
     VALUES ($1, $2, $3, $4, $5) RETURNING *
   ), m AS (
     INSERT INTO community.room_members (room_id, user_id, role) SELECT id, owner_id, 'admin' FROM r
   ) SELECT * FROM r`,
);

const INVITATIONS_TO = sql(
  'room_invitations_to',
  'SELECT room_id, user_id FROM community.room_invitations WHERE room_id = ANY ($1::uuid[])',
);
const MENTIONING = sql(
  'room_mentioning',
  `SELECT id FROM community.room_messages WHERE room_id = ANY ($1::uuid[]) AND content LIKE '%@%'`,
);
/** The expression of the index rooms_words. */
const WORDS = `to_tsvector('simple', r.name || ' ' || coalesce(r.description, ''))`;
const ASKED = `websearch_to_tsquery('simple', $5)`;
const FOUND = `${WORDS} @@ (SELECT query FROM asked) AND NOT ${IS_BANNED}`;

/**
 * Frequent words fill a page from the newest public rooms, so the index is not asked for them: it would return every
 * room that has them. Of what the index returns, a thousand rooms are checked. With $6 the last word is a prefix.
 */
const SEARCH = sql(
  'rooms_search',
  `WITH asked AS (
     SELECT query, regexp_replace(querytree(query), '<(-|\\d+)>', '&', 'g')::tsquery AS words FROM (
       SELECT CASE WHEN $6::boolean AND ${ASKED}::text LIKE '%''' THEN (${ASKED}::text || ':*')::tsquery ELSE ${ASKED} END
     ) a(query) WHERE querytree(query) <> 'T'
   ), newest AS MATERIALIZED (
     SELECT r.id, r.created_at FROM (
       SELECT * FROM community.rooms r WHERE NOT r.is_private AND ${AFTER} ${NEWEST} LIMIT 500
     ) r WHERE ${FOUND} ${NEWEST} LIMIT $4
   ), found AS (
     SELECT * FROM newest WHERE (SELECT count(*) FROM newest) >= $4
     UNION ALL (
       SELECT r.id, r.created_at FROM (
         SELECT * FROM (
           SELECT r.id, r.created_at FROM community.rooms r
           WHERE NOT r.is_private AND ${AFTER} AND ${WORDS} @@ (SELECT words FROM asked) OFFSET 0
         ) r ${NEWEST} LIMIT 1000
       ) word JOIN community.rooms r ON r.id = word.id
       WHERE (SELECT count(*) FROM newest) < $4 AND ${FOUND} ${NEWEST} LIMIT $4)
     UNION ALL (
       SELECT r.id, r.created_at FROM (${OWN_ROOMS}) own JOIN community.rooms r ON r.id = own.room_id
       WHERE r.is_private AND ${AFTER} AND ${FOUND} ${NEWEST} LIMIT $4)
   )
   SELECT r.id, r.created_at, ${ROOM_JSON}::text AS json
   FROM (SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $4) f JOIN community.rooms r ON r.id = f.id
   ${NEWEST}`,
);

/** PostgreSQL fails at about thirty negations of one word, so a text with many dashes is searched without them. */
const NOT = /(?<![\p{L}\p{N}])-/gu;
const MAX_NEGATIONS = 20;
/** The last word is outside of quotes and nothing ends it, so the user may still be typing it. */
const UNFINISHED = /^(?:[^"]*\s)?[\p{L}\p{N}]+$/u;

const PAGE = new Keyset({ name: 'rooms', defaultLimit: 20, maxLimit: 50 });
const SEARCH_PAGE = new Keyset({ name: 'search-rooms', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class RoomRepository extends EntityRepository<Room> {
  protected readonly entity = Room;

  /** Newest first, as the JSON of the answer. */
  async page(userId: string, { category_id, joined, ...query }: RoomsQuery): Promise<string> {
    const slice = PAGE.read(query);
    const values = [userId, ...newestFirst(slice)];
    const found = await this.listLines(values, joined === 'true', category_id);
    const page = PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('rooms', page);
  }

  /** The rooms that the viewer can find, newest first, as the JSON of the answer. */
  async search(given: string, viewerId: string, query: PageQuery): Promise<string> {
    const slice = SEARCH_PAGE.read(query);
    const words = (given.match(NOT)?.length ?? 0) > MAX_NEGATIONS ? given.replace(NOT, ' ') : given;
    const values = [viewerId, ...newestFirst(slice), words, UNFINISHED.test(words)];
    const found = await this.lagging<RoomLine>(SEARCH, ...values);
    const page = SEARCH_PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('results', page);
  }

  /** The room with members and last messages, as the JSON of the answer. */
  async findDetail(id: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(DETAIL, id))?.json;
  }

  /** Makes the owner the first member. */
  create({ owner_id, name, description, category_id, is_private }: NewRoom): Promise<Room & { owner_id: string }> {
    return this.onlyOne(INSERT, owner_id, name, description, category_id, is_private);
  }

  async deleteAll(ids: string[]): Promise<void> {
    await this.delete({ id: In(ids) });
  }

  listInvitations(roomIds: string[]): Promise<InvitationKey[]> {
    return this.rows(INVITATIONS_TO, roomIds);
  }

  /** Messages that may have caused notifications of a mention. */
  async listMentioning(roomIds: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(MENTIONING, roomIds)).map(({ id }) => id);
  }

  private listLines(values: unknown[], joined: boolean, categoryId: string | undefined): Promise<RoomLine[]> {
    if (joined) return this.hot<RoomLine>(JOINED, ...values, categoryId ?? null);
    if (categoryId) return this.hot<RoomLine>(OPEN_OF_CATEGORY, ...values, categoryId);
    return this.hot<RoomLine>(OPEN, ...values);
  }
}
