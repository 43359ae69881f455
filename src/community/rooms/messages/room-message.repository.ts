import { Injectable } from '@nestjs/common';
import { grouped, iso, jsonObject, sql } from '../../../platform/database/sql.js';
import { cutById, Keyset, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { pageJson } from '../../../platform/http/raw-json.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { blocked } from '../../../social/blocks/blocked.sql.js';
import { authorJson } from '../../person.sql.js';
import { RoomMessage } from './room-message.entity.js';

type MessageJson = { id: string; json: string };
/** `moved` is false if the member had read this far before; `unread_count` is null for users who are not members. */
type ReadState = { moved: boolean; unread_count: number | null };

/** Greater than every `seq`: the page begins at the latest message. */
const LAST_SEQ = '9223372036854775807';

// `c` is the row of a message, `u` the row of its author, null if the account was deleted.
const AUTHOR = `CASE WHEN u.id IS NOT NULL THEN ${authorJson()} END`;
const WRITTEN = { id: 'c.id', content: 'c.content', created_at: iso('c.created_at'), author: AUTHOR };
const WRITTEN_JSON = jsonObject(WRITTEN);
const LAST = { ...WRITTEN, deleted_at: iso('c.deleted_at') };
export const LAST_MESSAGE_JSON = jsonObject(LAST);
export const MESSAGE_JSON = jsonObject({
  ...LAST,
  edited_at: iso('c.edited_at'),
  reactions: 'c.reactions',
});

const PAGE_OF = sql(
  'room_messages_page',
  `SELECT c.id, ${MESSAGE_JSON}::text AS json FROM (
     SELECT * FROM community.room_messages WHERE room_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3
   ) c LEFT JOIN account.users u ON u.id = c.user_id ORDER BY c.seq DESC`,
);
/** The lock of every transaction that changes a room's messages, for the rooms of several messages. */
const LOCK_FOR_MESSAGE = grouped(
  'room_lock_for_message',
  `SELECT given.place::int FROM unnest($1::uuid[]) WITH ORDINALITY AS given (room_id, place)
   JOIN community.rooms r ON r.id = given.room_id ORDER BY r.id FOR NO KEY UPDATE OF r`,
);
/** Returns no row if the user may not write. The author has read everything before their own message. */
const WRITE = grouped(
  'room_message_write',
  `WITH given AS (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS given (room_id, user_id, content, place)
   ), room AS (
     UPDATE community.rooms r SET last_seq = last_seq + 1, last_message_at = clock_timestamp()
     FROM given WHERE r.id = given.room_id
       AND EXISTS (SELECT FROM community.room_members m WHERE m.room_id = r.id AND m.user_id = given.user_id)
       AND NOT EXISTS (
         SELECT FROM community.room_moderation d WHERE d.room_id = r.id AND d.user_id = given.user_id
           AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp()))
     RETURNING r.id, r.last_seq, given.*
   ), c AS (
     INSERT INTO community.room_messages (room_id, seq, user_id, content)
     SELECT id, last_seq, user_id, content FROM room RETURNING *
   ), read AS (
     UPDATE community.room_members m SET read_seq = room.last_seq FROM room
     WHERE m.room_id = room.id AND m.user_id = room.user_id
   ) SELECT room.place::int, c.id, ${WRITTEN_JSON}::text AS json
   FROM room JOIN c ON c.room_id = room.id JOIN account.users u ON u.id = c.user_id`,
);
const EDIT = sql(
  'room_message_edit',
  `WITH c AS (
     UPDATE community.room_messages SET content = $2, edited_at = clock_timestamp() WHERE id = $1 RETURNING *
   ) SELECT c.id, ${MESSAGE_JSON}::text AS json FROM c LEFT JOIN account.users u ON u.id = c.user_id`,
);
const SHOW = sql(
  'room_message_show',
  `SELECT c.id, ${MESSAGE_JSON}::text AS json FROM community.room_messages c LEFT JOIN account.users u ON u.id = c.user_id
   WHERE c.id = $1`,
);
/** Triggers empty the content and delete the reactions. */
const DELETE = sql(
  'room_message_delete',
  'UPDATE community.room_messages SET deleted_at = clock_timestamp() WHERE id = $1',
);
/** The position only moves forward. */
const READ = sql(
  'room_message_read',
  `WITH message AS (
     SELECT seq FROM community.room_messages WHERE id = $3 AND room_id = $1
   ), moved AS (
     UPDATE community.room_members m SET read_seq = message.seq FROM message
     WHERE m.room_id = $1 AND m.user_id = $2 AND m.read_seq < message.seq RETURNING m.read_seq
   )
   SELECT EXISTS (SELECT FROM moved) AS moved,
     (r.last_seq - greatest(m.read_seq, (SELECT read_seq FROM moved)))::float8 AS unread_count
   FROM message, community.rooms r LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = $2
   WHERE r.id = $1`,
  { returnsChanges: true },
);
/** Members with one of these usernames, except those who blocked the author or were blocked by them. */
const MENTIONABLE = sql(
  'room_message_listeners',
  `SELECT u.id FROM account.users u JOIN community.room_members m ON m.user_id = u.id AND m.room_id = $1
   WHERE u.username = ANY ($3) AND NOT ${blocked('u.id', '$2::uuid')}`,
);
export const MESSAGES_FOR_EXPORT = sql(
  'room_messages_for_export',
  `SELECT id, room_id, content, created_at, edited_at FROM community.room_messages
   WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
);

/** Triggers empty the content and delete the reactions. */
const ERASE = sql(
  'room_messages_empty',
  `WITH emptied AS (
     UPDATE community.room_messages SET user_id = NULL WHERE user_id = $1 RETURNING room_id
   ) SELECT DISTINCT room_id FROM emptied`,
);
const ERASE_REACTIONS = sql(
  'room_reactions_delete_all_of_user',
  `WITH gone AS (
     DELETE FROM community.room_message_reactions WHERE user_id = $1 RETURNING message_id
   ) SELECT DISTINCT c.room_id FROM gone JOIN community.room_messages c ON c.id = gone.message_id`,
);

const ADD_REACTION = sql(
  'room_reaction_add',
  `INSERT INTO community.room_message_reactions (message_id, emoji, user_id) VALUES ($1, $2, $3)
   ON CONFLICT (message_id, emoji, user_id) DO NOTHING`,
);
const REMOVE_REACTION = sql(
  'room_reaction_remove',
  'DELETE FROM community.room_message_reactions WHERE message_id = $1 AND emoji = $2 AND user_id = $3',
);
export const REACTIONS_FOR_EXPORT = sql(
  'room_reactions_for_export',
  `SELECT message_id, emoji, created_at FROM community.room_message_reactions
   WHERE user_id = $1 ORDER BY created_at, message_id, emoji`,
);

const PAGE = new Keyset({ name: 'room-messages', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class RoomMessageRepository extends EntityRepository<RoomMessage> {
  protected readonly entity = RoomMessage;

  /** Parses the query before the room is known. The cursor is the id of the last message seen. */
  slice({ cursor, limit }: PageQuery) {
    const slice = PAGE.read({ limit });
    if (cursor !== undefined && !isUuid(cursor)) throw new Refusal(400, 'Invalid cursor');
    return { ...slice, cursor };
  }

  /** Newest first, as the JSON of the answer. */
  async page(room_id: string, { cursor, fetch, limit }: ReturnType<RoomMessageRepository['slice']>): Promise<string> {
    const last =
      cursor === undefined ? { seq: LAST_SEQ } : await this.findOne({ id: cursor, room_id }, { select: ['seq'] });
    if (!last) throw new Refusal(400, 'Invalid cursor');
    const found = await this.rows<MessageJson>(PAGE_OF, room_id, last.seq, fetch);
    return pageJson('messages', cutById(found, limit));
  }

  /** Writes nothing and returns undefined if the user may not write in the room. */
  async write(roomId: string, userId: string, content: string): Promise<MessageJson | undefined> {
    // Both statements are sent together. The second sees bans and mutes for which the first waited.
    const [, written] = await Promise.all([
      this.grouped(LOCK_FOR_MESSAGE, roomId),
      this.grouped<MessageJson>(WRITE, roomId, userId, content),
    ]);
    return written;
  }

  async edit(id: string, content: string): Promise<string> {
    return (await this.onlyOne<MessageJson>(EDIT, id, content)).json;
  }

  async findJson(id: string): Promise<string> {
    return (await this.onlyOne<MessageJson>(SHOW, id)).json;
  }

  async markDeleted(id: string): Promise<void> {
    await this.count(DELETE, id);
  }

  /** Undefined if the room has no such message. */
  markRead(roomId: string, userId: string, id: string): Promise<ReadState | undefined> {
    return this.one<ReadState>(READ, roomId, userId, id);
  }

  async listMentionable(roomId: string, authorId: string, usernames: string[]): Promise<Set<string>> {
    const found = await this.rows<{ id: string }>(MENTIONABLE, roomId, authorId, usernames);
    return new Set(found.map(({ id }) => id));
  }

  /**
   * All reactions of the message; undefined if nothing changed. Both statements are sent together. A trigger has
   * updated the counters before the second reads them.
   */
  async changeReaction(id: string, action: 'added' | 'removed', emoji: string, userId: string) {
    const [changed, message] = await Promise.all([
      this.count(action === 'added' ? ADD_REACTION : REMOVE_REACTION, id, emoji, userId),
      this.findOne({ id }, { select: ['reactions'] }),
    ]);
    return changed ? message?.reactions : undefined;
  }

  /** Erases the user's messages and reactions in all rooms and returns the ids of these rooms. */
  async eraseForUser(userId: string): Promise<string[]> {
    const messages = await this.rows<{ room_id: string }>(ERASE, userId);
    const reactions = await this.rows<{ room_id: string }>(ERASE_REACTIONS, userId);
    return [...new Set([...messages, ...reactions].map(({ room_id }) => room_id))];
  }
}
