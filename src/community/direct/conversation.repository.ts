import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { conversationJson, isParty, OPENED_JSON, partnerOf, readBy } from './direct-json.js';

/** What stands between two people. */
export interface Between {
  is_blocked: boolean;
  /** The conversation as it is answered to the first of them; null where there is none. */
  json: string | null;
}

/** What somebody may know of a conversation of his. */
export interface Standing {
  partner_id: string;
  is_blocked: boolean;
  unread_count: number;
  /** Whether the message that was asked for is one of it. */
  has_message: boolean;
}

const PAIR = '(c.one_id, c.other_id) = (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid))';
const BETWEEN = sql(
  'conversation_between',
  `SELECT ${blocked('$1::uuid', 'u.id')} AS is_blocked,
     (SELECT ${OPENED_JSON}::text FROM community.conversations c WHERE ${PAIR}) AS json
   FROM account.users u WHERE u.id = $2::uuid AND u.user_status = 'active'`,
);
const OPEN = sql(
  'conversation_open',
  `WITH target AS (
     SELECT u.id FROM account.users u
     WHERE u.id = $2::uuid AND u.user_status = 'active' AND NOT ${blocked('$1::uuid', 'u.id')} FOR KEY SHARE OF u
   )
   INSERT INTO community.conversations (one_id, other_id)
   SELECT least($1::uuid, id), greatest($1::uuid, id) FROM target
   ON CONFLICT (one_id, other_id) DO NOTHING RETURNING id`,
);
/** As each of the two sees it, and as it is answered to him. */
const BOTH_VIEWS = sql(
  'conversation_both_views',
  `SELECT viewer.id AS viewer_id, ${conversationJson('viewer.id')}::text AS json, ${OPENED_JSON}::text AS answer
   FROM community.conversations c CROSS JOIN LATERAL (VALUES (c.one_id), (c.other_id)) viewer (id)
   JOIN account.users u ON u.id = ${partnerOf('viewer.id')} WHERE c.id = $1`,
);

const latest = (side: string) => `(
  SELECT * FROM community.conversations WHERE ${side} = $1 AND (updated_at, id) < ($2, $3::uuid)
  ORDER BY updated_at DESC, id DESC LIMIT $4)`;
const LATEST = 'ORDER BY c.updated_at DESC, c.id DESC';
const OF_USER = sql(
  'conversations_of_user',
  `SELECT c.id, c.updated_at, ${conversationJson('$1')}::text AS json
   FROM (
     SELECT * FROM (${latest('one_id')} UNION ALL ${latest('other_id')}) c ${LATEST} LIMIT $4
   ) c JOIN account.users u ON u.id = ${partnerOf('$1')} ${LATEST}`,
);
const STANDING = sql(
  'conversation_standing',
  `SELECT ${partnerOf('$2')} AS partner_id, ${blocked('c.one_id', 'c.other_id')} AS is_blocked,
     (c.last_seq - ${readBy('$2')})::int AS unread_count,
     EXISTS (SELECT FROM community.direct_messages m WHERE m.conversation_id = c.id AND m.id = $3) AS has_message
   FROM community.conversations c WHERE c.id = $1 AND ${isParty('$2::uuid')}`,
);
const moved = (column: string, user: string) =>
  `${column} = CASE WHEN c.${user} = $2 THEN m.seq ELSE c.${column} END`;
const READ = sql(
  'conversation_read',
  `UPDATE community.conversations c
   SET ${moved('one_read_seq', 'one_id')}, ${moved('other_read_seq', 'other_id')}
   FROM community.direct_messages m
   WHERE c.id = $1 AND ${isParty('$2::uuid')} AND m.conversation_id = c.id AND m.id = $3 AND m.seq > ${readBy('$2')}
   RETURNING (c.last_seq - m.seq)::int AS unread_count`,
);
const DELETE_ALL_OF = sql(
  'conversations_delete_all_of_user',
  `DELETE FROM community.conversations c WHERE c.one_id = $1 OR c.other_id = $1
   RETURNING c.id, ${partnerOf('$1')} AS partner_id`,
);
const FOR_EXPORT = sql(
  'conversations_for_export',
  `SELECT c.id, ${partnerOf('$1')} AS partner_id, c.created_at, c.updated_at
   FROM community.conversations c WHERE ${isParty('$1::uuid')} ORDER BY c.created_at, c.id`,
);

const PAGE = new Keyset({ name: 'conversations', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class ConversationRepository extends Repository {
  /** Undefined where there is nobody to talk to. */
  between(callerId: string, userId: string): Promise<Between | undefined> {
    return this.one<Between & object>(BETWEEN, callerId, userId);
  }

  /** The id of a new one; undefined where there may be none, or is one already. */
  async open(callerId: string, userId: string): Promise<string | undefined> {
    return (await this.one<{ id: string }>(OPEN, callerId, userId))?.id;
  }

  bothViews(id: string): Promise<{ viewer_id: string; json: string; answer: string }[]> {
    return this.rows(BOTH_VIEWS, id);
  }

  /** Those with the latest activity first, as the JSON of the answer. */
  async page(userId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    type Row = { id: string; updated_at: Date; json: string };
    const found = await this.rows<Row>(OF_USER, userId, ...newestFirst(slice));
    const page = PAGE.cut(found, slice, ({ updated_at, id }) => [updated_at, id]);
    return pageJson('conversations', page);
  }

  /** Undefined where it is none of the user's. */
  standing(id: string, userId: string, messageId?: string): Promise<Standing | undefined> {
    return this.one<Standing & object>(STANDING, id, userId, messageId ?? null);
  }

  /** How much is unread after that; undefined where he had read as far already, or may not. */
  async read(id: string, userId: string, messageId: string): Promise<number | undefined> {
    return (await this.one<{ unread_count: number }>(READ, id, userId, messageId))?.unread_count;
  }

  /** Each with who is left. */
  deleteAllOf(userId: string): Promise<{ id: string; partner_id: string }[]> {
    return this.rows(DELETE_ALL_OF, userId);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}
