import { Injectable } from '@nestjs/common';
import { cutById, Keyset, type PageQuery } from '../../../platform/database/page.js';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';
import { isUuid } from '../../../platform/database/uuid.js';
import { pageJson } from '../../../platform/http/raw-json.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { blocked } from '../../../social/blocks/blocked.sql.js';
import { MESSAGE_JSON, WRITTEN_JSON } from '../room-json.js';
import { LOCK_ROOM } from '../seat.repository.js';

export interface Written {
  id: string;
  json: string;
}

/** A message that somebody is about to change. */
export interface HeldMessage {
  id: string;
  user_id: string | null;
  content: string;
  reactions: { emoji: string; count: number }[];
}

interface Read {
  moved: boolean;
  unread_count: number | null;
}

const END = '9223372036854775807';

const PAGE_OF = sql(
  'room_messages_page',
  `SELECT c.id, ${MESSAGE_JSON}::text AS json FROM (
     SELECT * FROM community.room_messages WHERE room_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3
   ) c LEFT JOIN account.users u ON u.id = c.user_id ORDER BY c.seq DESC`,
);
const PLACE = sql(
  'room_message_place',
  'SELECT seq FROM community.room_messages WHERE id = $2 AND room_id = $1',
);
/** No row where he may not; who writes has read all before it. */
const WRITE = sql(
  'room_message_write',
  `WITH room AS (
     UPDATE community.rooms r SET last_seq = last_seq + 1, last_message_at = clock_timestamp()
     WHERE id = $1
       AND EXISTS (SELECT FROM community.room_members m WHERE m.room_id = r.id AND m.user_id = $2)
       AND NOT EXISTS (
         SELECT FROM community.room_moderation d WHERE d.room_id = r.id AND d.user_id = $2
           AND (d.expires_at IS NULL OR d.expires_at > clock_timestamp()))
     RETURNING id, last_seq
   ), c AS (
     INSERT INTO community.room_messages (room_id, seq, user_id, content)
     SELECT id, last_seq, $2, $3 FROM room RETURNING *
   ), read AS (
     UPDATE community.room_members m SET read_seq = room.last_seq FROM room
     WHERE m.room_id = room.id AND m.user_id = $2
   ) SELECT c.id, ${WRITTEN_JSON}::text AS json FROM c JOIN account.users u ON u.id = c.user_id`,
);
const HOLD = sql(
  'room_message_hold',
  `SELECT id, user_id, content, reactions FROM community.room_messages
   WHERE id = $2 AND room_id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`,
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
/** Its words and reactions go by triggers. */
const DELETE = sql(
  'room_message_delete',
  'UPDATE community.room_messages SET deleted_at = clock_timestamp() WHERE id = $1',
);
/** Never back: `moved` where he has not been so far before. */
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
);
/** Those of the named who may hear of it: members, and nobody whom a block keeps from the writer. */
const LISTENERS = sql(
  'room_message_listeners',
  `SELECT u.id FROM account.users u JOIN community.room_members m ON m.user_id = u.id AND m.room_id = $1
   WHERE u.username = ANY ($3) AND NOT ${blocked('u.id', '$2::uuid')}`,
);
const FOR_EXPORT = sql(
  'room_messages_for_export',
  `SELECT id, room_id, content, created_at, edited_at FROM community.room_messages
   WHERE user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
);

const PAGE = new Keyset({ name: 'room-messages', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class MessageRepository extends Repository {
  /** What is asked for, before it is known of whom: the cursor is the id of the last message seen. */
  slice({ cursor, limit }: PageQuery) {
    const slice = PAGE.read({ limit });
    if (cursor !== undefined && !isUuid(cursor)) throw new Refusal(400, 'Invalid cursor');
    return { ...slice, cursor };
  }

  /** Newest first, as the JSON of the answer. */
  async page(
    roomId: string,
    { cursor, fetch, limit }: ReturnType<MessageRepository['slice']>,
  ): Promise<string> {
    const before = cursor === undefined ? END : await this.place(roomId, cursor);
    if (before === undefined) throw new Refusal(400, 'Invalid cursor');
    const found = await this.rows<Written & object>(PAGE_OF, roomId, before, fetch);
    return pageJson('messages', cutById(found, limit));
  }

  /** Undefined where the caller may not write there; then nothing was written. */
  async write(roomId: string, userId: string, content: string): Promise<Written | undefined> {
    // Sent together; the second sees who was banned while the first waited.
    const [, written] = await Promise.all([
      this.rows(LOCK_ROOM, roomId),
      this.one<Written & object>(WRITE, roomId, userId, content),
    ]);
    return written;
  }

  /** Nobody else changes it until the transaction ends. */
  hold(roomId: string, id: string): Promise<HeldMessage | undefined> {
    return this.one<HeldMessage & object>(HOLD, roomId, id);
  }

  async edit(id: string, content: string): Promise<string> {
    return (await this.one<Written & object>(EDIT, id, content))?.json as string;
  }

  async show(id: string): Promise<string> {
    return (await this.one<Written & object>(SHOW, id))?.json as string;
  }

  async delete(id: string): Promise<void> {
    await this.count(DELETE, id);
  }

  /** Undefined where there is no such message in this room; nothing is unread by who is no member. */
  read(roomId: string, userId: string, id: string): Promise<Read | undefined> {
    return this.one<Read & object>(READ, roomId, userId, id);
  }

  async listeners(roomId: string, writerId: string, names: string[]): Promise<Set<string>> {
    const found = await this.rows<{ id: string }>(LISTENERS, roomId, writerId, names);
    return new Set(found.map(({ id }) => id));
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }

  private async place(roomId: string, id: string): Promise<string | undefined> {
    return (await this.one<{ seq: string }>(PLACE, roomId, id))?.seq;
  }
}
