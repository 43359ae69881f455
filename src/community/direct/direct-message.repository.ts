import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { grouped, jsonList, jsonObject, sql } from '../../platform/database/sql.js';
import { cutById, Keyset, type PageQuery } from '../../platform/database/page.js';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { isUuid } from '../../platform/database/uuid.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { Refusal } from '../../platform/http/refusal.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { DirectMessage } from './conversation.entity.js';
import { isParty, MESSAGE_JSON, partnerOf, readBy, SENT_JSON } from './conversation.repository.js';

interface SentMessage {
  id: string;
  partner_id: string;
  /** Whether the sender had unread messages before it. */
  had_unread: boolean;
  json: string;
}

/** A message whose row is locked, from the point of view of one participant. */
interface LockedMessage {
  partner_id: string;
  sender_id: string;
  is_blocked: boolean;
}

interface AddedReaction {
  is_new: boolean;
  /** The user had added the same reaction before. */
  was_there: boolean;
}

/** How many different reactions a message can have. */
const MOST_REACTIONS = 20;

const NEXT = 'c.last_seq + 1';
const read = (column: string, user: string) =>
  `${column} = CASE WHEN c.${user} = sender_id THEN ${NEXT} ELSE c.${column} END`;
// Locks the conversation's row, which assigns the sequence number: the numbers of a conversation have no gaps.
const SEND = grouped(
  'direct_message_send',
  `WITH given AS (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS given (conversation_id, sender_id, content, place)
   ), before AS (
     SELECT c.id, given.sender_id, given.content, given.place, c.last_seq > ${readBy('given.sender_id')} AS had_unread
     FROM given JOIN community.conversations c ON c.id = given.conversation_id
     WHERE ${isParty('given.sender_id')} AND NOT ${blocked('c.one_id', 'c.other_id')}
     ORDER BY c.id FOR NO KEY UPDATE OF c
   ), c AS (
     UPDATE community.conversations c SET last_seq = ${NEXT}, ${read('one_read_seq', 'one_id')},
       ${read('other_read_seq', 'other_id')}, updated_at = greatest(c.updated_at, clock_timestamp())
     FROM before WHERE c.id = before.id
     RETURNING c.*, before.sender_id, before.content, before.place, before.had_unread
   ), m AS (
     INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content, created_at)
     SELECT id, last_seq, sender_id, content, updated_at FROM c RETURNING *
   )
   SELECT c.place::int, m.id, ${partnerOf('c.sender_id')} AS partner_id, c.had_unread, ${SENT_JSON}::text AS json
   FROM c JOIN m ON m.conversation_id = c.id`,
);
// Sequence numbers have no gaps, so a page is a range of them: its cost does not depend on the length of the
// conversation or on the planner.
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
const LOCK = sql(
  'direct_message_hold',
  `SELECT ${partnerOf('$2')} AS partner_id, m.sender_id, ${blocked('c.one_id', 'c.other_id')} AS is_blocked
   FROM community.direct_messages m JOIN community.conversations c ON c.id = m.conversation_id
   WHERE m.conversation_id = $1 AND m.id = $3 AND m.deleted_at IS NULL AND ${isParty('$2::uuid')}
   FOR NO KEY UPDATE OF m`,
);
export const MESSAGES_FOR_EXPORT = sql(
  'direct_messages_for_export',
  `SELECT m.id, m.conversation_id, m.content, m.created_at, m.edited_at
   FROM community.conversations c
   JOIN community.direct_messages m ON m.conversation_id = c.id AND m.sender_id = $1 AND m.deleted_at IS NULL
   WHERE ${isParty('$1::uuid')} ORDER BY m.created_at, m.id`,
);

const ADD_REACTION = sql(
  'direct_reaction_add',
  `WITH there AS (
     SELECT emoji, user_id FROM community.direct_reactions WHERE message_id = $1
   ), made AS (
     INSERT INTO community.direct_reactions (message_id, user_id, emoji)
     SELECT $1, $2, $3 WHERE (SELECT count(DISTINCT emoji) FROM there WHERE emoji <> $3) < ${MOST_REACTIONS}
     ON CONFLICT (message_id, emoji, user_id) DO NOTHING RETURNING message_id
   ) SELECT EXISTS (SELECT FROM made) AS is_new,
     EXISTS (SELECT FROM there WHERE user_id = $2 AND emoji = $3) AS was_there`,
);
const REMOVE_REACTION = sql(
  'direct_reaction_remove',
  'DELETE FROM community.direct_reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3',
);
const CLEAR_REACTIONS = sql('direct_reactions_clear', 'DELETE FROM community.direct_reactions WHERE message_id = $1');
const UPDATE_REACTIONS = sql(
  'direct_reactions_show',
  `UPDATE community.direct_messages m SET reactions = (
     SELECT ${jsonList(jsonObject({ emoji: 'emoji', count: 'count' }), 'since, emoji')}::jsonb FROM (
       SELECT emoji, count(*) AS count, min(created_at) AS since FROM community.direct_reactions
       WHERE message_id = m.id GROUP BY emoji
     ) r)
   WHERE id = $1 RETURNING reactions`,
);
export const REACTIONS_FOR_EXPORT = sql(
  'direct_reactions_for_export',
  `SELECT r.message_id, r.emoji, r.created_at FROM community.conversations c
   JOIN community.direct_messages m ON m.conversation_id = c.id
   JOIN community.direct_reactions r ON r.message_id = m.id AND r.user_id = $1
   WHERE ${isParty('$1::uuid')} ORDER BY r.created_at, r.message_id, r.emoji`,
);

/** The cursor is the plain id of a message, as the API says, so only the limits of the keyset are used. */
const PAGE = new Keyset({ name: 'direct-messages', defaultLimit: 50, maxLimit: 100 });

interface Slice {
  cursor: string | null;
  shown: number;
  fetch: number;
}

/** Validates the query of a page, so that a malformed one is refused before any lookup. */
export function readPage({ cursor, limit }: PageQuery): Slice {
  const { limit: shown, fetch } = PAGE.read({ limit });
  if (cursor !== undefined && !isUuid(cursor)) throw invalidCursor();
  return { cursor: cursor ?? null, shown, fetch };
}

const invalidCursor = () => new Refusal(400, 'Invalid cursor');

@Injectable()
export class DirectMessageRepository extends EntityRepository<DirectMessage> {
  protected readonly entity = DirectMessage;

  /** Undefined when the caller may not write in the conversation. */
  send(id: string, callerId: string, content: string): Promise<SentMessage | undefined> {
    return this.grouped<SentMessage>(SEND, id, callerId, content);
  }

  /** JSON of the answer, newest first; undefined when the caller is no participant of the conversation. */
  async page(id: string, callerId: string, { cursor, shown, fetch }: Slice): Promise<string | undefined> {
    type Row = { is_placed: boolean; id: string | null; json: string };
    const found = await this.rows<Row>(PAGE_OF, id, callerId, cursor, fetch);
    if (!found[0]) return undefined;
    if (!found[0].is_placed) throw invalidCursor();
    // The outer join returns one row without a message when the page is empty.
    const rows = found.filter((row): row is Row & { id: string } => row.id !== null);
    return pageJson('messages', cutById(rows, shown));
  }

  /** Undefined when the content is the same already. */
  edit(id: string, content: string): Promise<DirectMessage | undefined> {
    return this.updateOne({ id, content: Not(content) }, { content, edited_at: NOW });
  }

  lock(id: string, callerId: string, messageId: string): Promise<LockedMessage | undefined> {
    return this.one<LockedMessage>(LOCK, id, callerId, messageId);
  }

  /** The row keeps its sequence number, so pages and unread counts do not change. The caller has locked the message. */
  async erase(id: string): Promise<void> {
    await this.update({ id }, { content: '', reactions: [], deleted_at: NOW });
    await this.count(CLEAR_REACTIONS, id);
  }

  /** Like every change of reactions it needs the lock of the message. */
  addReaction(messageId: string, userId: string, emoji: string): Promise<AddedReaction> {
    return this.onlyOne(ADD_REACTION, messageId, userId, emoji);
  }

  async removeReaction(messageId: string, userId: string, emoji: string): Promise<boolean> {
    return (await this.count(REMOVE_REACTION, messageId, userId, emoji)) > 0;
  }

  /** Copies the counts of reactions into the message's row. */
  updateReactions(messageId: string): Promise<Pick<DirectMessage, 'reactions'>> {
    return this.onlyOne(UPDATE_REACTIONS, messageId);
  }
}
