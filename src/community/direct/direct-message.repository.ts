import { Injectable } from '@nestjs/common';
import { cutById, Keyset, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { isUuid } from '../../platform/database/uuid.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { Refusal } from '../../platform/http/refusal.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { isParty, MESSAGE_JSON, partnerOf, readBy, SENT_JSON } from './direct-json.js';

export interface Sent {
  id: string;
  partner_id: string;
  /** Whether the sender had not read all before it. */
  had_unread: boolean;
  json: string;
}

/** A message as one of its conversation finds it; its row stays locked. */
export interface Held {
  partner_id: string;
  sender_id: string;
  is_blocked: boolean;
}

const NEXT = 'c.last_seq + 1';
const read = (column: string, user: string) =>
  `${column} = CASE WHEN c.${user} = $2 THEN ${NEXT} ELSE c.${column} END`;
// The conversation's row is locked first and gives the message its place, so those of a conversation have no holes.
const SEND = sql(
  'direct_message_send',
  `WITH before AS (
     SELECT c.id, c.last_seq > ${readBy('$2')} AS had_unread FROM community.conversations c
     WHERE c.id = $1 AND ${isParty('$2::uuid')} AND NOT ${blocked('c.one_id', 'c.other_id')}
     FOR NO KEY UPDATE OF c
   ), c AS (
     UPDATE community.conversations c SET last_seq = ${NEXT}, ${read('one_read_seq', 'one_id')},
       ${read('other_read_seq', 'other_id')}, updated_at = greatest(c.updated_at, clock_timestamp())
     FROM before WHERE c.id = before.id RETURNING c.*, before.had_unread
   ), m AS (
     INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content, created_at)
     SELECT id, last_seq, $2, $3, updated_at FROM c RETURNING *
   )
   SELECT m.id, ${partnerOf('$2')} AS partner_id, c.had_unread, ${SENT_JSON}::text AS json
   FROM c JOIN m ON m.conversation_id = c.id`,
);
// Places have no holes, so a page is a range of them: however long the conversation is, and whatever the planner does.
const PAGE_OF = sql(
  'direct_messages_of_conversation',
  `WITH page AS (
     SELECT c.id, CASE WHEN $3::uuid IS NULL THEN ${NEXT} ELSE (
       SELECT seq FROM community.direct_messages WHERE conversation_id = c.id AND id = $3) END AS ends
     FROM community.conversations c WHERE c.id = $1 AND ${isParty('$2::uuid')}
   )
   SELECT page.ends IS NOT NULL AS is_placed, m.id, ${MESSAGE_JSON}::text AS json
   FROM page LEFT JOIN community.direct_messages m
     ON m.conversation_id = page.id AND m.seq >= page.ends - $4::int AND m.seq < page.ends
   ORDER BY m.seq DESC`,
);
const EDIT = sql(
  'direct_message_edit',
  `UPDATE community.direct_messages m SET content = $2, edited_at = now() WHERE m.id = $1 AND m.content <> $2
   RETURNING ${MESSAGE_JSON}::text AS json`,
);
const SHOW = sql(
  'direct_message_show',
  `SELECT ${MESSAGE_JSON}::text AS json FROM community.direct_messages m WHERE m.id = $1`,
);
const HOLD = sql(
  'direct_message_hold',
  `SELECT ${partnerOf('$2')} AS partner_id, m.sender_id, ${blocked('c.one_id', 'c.other_id')} AS is_blocked
   FROM community.direct_messages m JOIN community.conversations c ON c.id = m.conversation_id
   WHERE m.conversation_id = $1 AND m.id = $3 AND m.deleted_at IS NULL AND ${isParty('$2::uuid')}
   FOR NO KEY UPDATE OF m`,
);
const ERASE = sql(
  'direct_message_erase',
  `UPDATE community.direct_messages SET content = '', reactions = '[]', deleted_at = now() WHERE id = $1`,
);
const FOR_EXPORT = sql(
  'direct_messages_for_export',
  `SELECT m.id, m.conversation_id, m.content, m.created_at, m.edited_at
   FROM community.conversations c
   JOIN community.direct_messages m ON m.conversation_id = c.id AND m.sender_id = $1 AND m.deleted_at IS NULL
   WHERE ${isParty('$1::uuid')} ORDER BY m.created_at, m.id`,
);

/** Its cursor is the id of a message, as the API says, and not sealed; the limits are those of every list. */
const PAGE = new Keyset({ name: 'direct-messages', defaultLimit: 50, maxLimit: 100 });

export interface Asked {
  cursor: string | null;
  shown: number;
  fetch: number;
}

/** What a page is asked by, refused where it is ill-formed: before anything is looked for. */
export function askedFor({ cursor, limit }: PageQuery): Asked {
  const { limit: shown, fetch } = PAGE.read({ limit });
  if (cursor !== undefined && !isUuid(cursor)) throw invalidCursor();
  return { cursor: cursor ?? null, shown, fetch };
}

const invalidCursor = () => new Refusal(400, 'Invalid cursor');

@Injectable()
export class DirectMessageRepository extends Repository {
  /** Undefined where the caller may not. */
  send(id: string, callerId: string, content: string): Promise<Sent | undefined> {
    return this.one<Sent & object>(SEND, id, callerId, content);
  }

  /** Newest first, as the JSON of the answer; undefined where the conversation is none of the caller's. */
  async page(id: string, callerId: string, { cursor, shown, fetch }: Asked): Promise<string | undefined> {
    type Row = { is_placed: boolean; id: string | null; json: string };
    const found = await this.rows<Row>(PAGE_OF, id, callerId, cursor, fetch);
    if (!found[0]) return undefined;
    if (!found[0].is_placed) throw invalidCursor();
    // The conversation is a row too where it has no message there.
    const rows = found.filter((row): row is Row & { id: string } => row.id !== null);
    return pageJson('messages', cutById(rows, shown));
  }

  /** Undefined where it says so already. */
  async edit(messageId: string, content: string): Promise<string | undefined> {
    return (await this.one<{ json: string }>(EDIT, messageId, content))?.json;
  }

  async show(messageId: string): Promise<string> {
    return (await this.one<{ json: string }>(SHOW, messageId))?.json as string;
  }

  hold(id: string, callerId: string, messageId: string): Promise<Held | undefined> {
    return this.one<Held & object>(HOLD, id, callerId, messageId);
  }

  /** Its place stays, so that nothing that is counted by places changes. */
  async erase(messageId: string): Promise<void> {
    await this.count(ERASE, messageId);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
