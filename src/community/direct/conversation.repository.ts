import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { iso, jsonObject, sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { blocked } from '../../social/blocks/blocked.sql.js';
import { partnerJson } from '../person.sql.js';

/** Whether two users may talk, and their conversation. */
interface Between {
  is_blocked: boolean;
  /** The conversation as the first of them sees it; null when there is none. */
  json: string | null;
}

/** A conversation from the point of view of one participant. */
export interface Standing {
  partner_id: string;
  is_blocked: boolean;
  unread_count: number;
  /** Whether the given message belongs to the conversation. */
  has_message: boolean;
}

export interface ViewedConversation {
  viewer_id: string;
  /** As lists and realtime events show it. */
  json: string;
  /** As the participant who opens it gets it. */
  answer: string;
}

/** JSON expressions of a message; `m` is its row in community.direct_messages. */
const SENT = { id: 'm.id', content: 'm.content', sender_id: 'm.sender_id', created_at: iso('m.created_at') };
/** The message as its sender gets it. */
export const SENT_JSON = jsonObject(SENT);
export const MESSAGE_JSON = jsonObject({
  ...SENT,
  edited_at: iso('m.edited_at'),
  deleted_at: iso('m.deleted_at'),
  reactions: 'm.reactions',
});

/** The column of the pair that belongs to the viewer; `c` is a row of community.conversations. */
const ofViewer = (viewer: string, one: string, other: string) =>
  `CASE WHEN c.one_id = ${viewer} THEN c.${one} ELSE c.${other} END`;

export const partnerOf = (viewer: string) => ofViewer(viewer, 'other_id', 'one_id');
export const readBy = (viewer: string) => ofViewer(viewer, 'one_read_seq', 'other_read_seq');
export const isParty = (user: string) => `${user} IN (c.one_id, c.other_id)`;

const lastMessage = (fields: Record<string, string>) =>
  `(SELECT ${jsonObject(fields)} FROM community.direct_messages m WHERE m.conversation_id = c.id AND m.seq = c.last_seq)`;

/** The conversation as the participant who opens it gets it; `u` is the partner's row in account.users. */
const OPENED_JSON = jsonObject({
  id: 'c.id',
  partner: partnerJson('u'),
  last_message: lastMessage({ content: SENT.content, created_at: SENT.created_at }),
  created_at: iso('c.created_at'),
});

/** The conversation as the viewer sees it in lists; `u` is the partner's row in account.users. */
const conversationJson = (viewer: string) =>
  jsonObject({
    id: 'c.id',
    partner: partnerJson('u'),
    last_message: lastMessage({ ...SENT, deleted_at: iso('m.deleted_at') }),
    unread_count: `c.last_seq - ${readBy(viewer)}`,
    created_at: iso('c.created_at'),
    updated_at: iso('c.updated_at'),
  });

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
const moved = (column: string, user: string) => `${column} = CASE WHEN c.${user} = $2 THEN m.seq ELSE c.${column} END`;
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
export const CONVERSATIONS_FOR_EXPORT = sql(
  'conversations_for_export',
  `SELECT c.id, ${partnerOf('$1')} AS partner_id, c.created_at, c.updated_at
   FROM community.conversations c WHERE ${isParty('$1::uuid')} ORDER BY c.created_at, c.id`,
);

const PAGE = new Keyset({ name: 'conversations', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class ConversationRepository extends BaseRepository {
  /** Undefined when the other user is not active. */
  findBetween(callerId: string, userId: string): Promise<Between | undefined> {
    return this.one<Between>(BETWEEN, callerId, userId);
  }

  /** The id of the new conversation; undefined when one exists, or when a block or a deleted account forbids it. */
  async open(callerId: string, userId: string): Promise<string | undefined> {
    return (await this.one<{ id: string }>(OPEN, callerId, userId))?.id;
  }

  listViews(id: string): Promise<ViewedConversation[]> {
    return this.rows<ViewedConversation>(BOTH_VIEWS, id);
  }

  /** JSON of the answer; conversations with the latest activity come first. */
  async page(userId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    type Row = { id: string; updated_at: Date; json: string };
    const found = await this.rows<Row>(OF_USER, userId, ...newestFirst(slice));
    const page = PAGE.cut(found, slice, ({ updated_at, id }) => [updated_at, id]);
    return pageJson('conversations', page);
  }

  /** Undefined when the user is no participant. */
  findStanding(id: string, userId: string, messageId?: string): Promise<Standing | undefined> {
    return this.one<Standing>(STANDING, id, userId, messageId ?? null);
  }

  /** The unread count afterwards; undefined when the user has read that far already or is no participant. */
  async markRead(id: string, userId: string, messageId: string): Promise<number | undefined> {
    return (await this.one<{ unread_count: number }>(READ, id, userId, messageId))?.unread_count;
  }

  /** Returns each deleted conversation with the participant who remains. */
  deleteAllOfUser(userId: string): Promise<{ id: string; partner_id: string }[]> {
    return this.rows(DELETE_ALL_OF, userId);
  }
}
