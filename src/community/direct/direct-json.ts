import { iso, jsonObject } from '../../platform/database/json.js';
import { partnerJson } from '../person.sql.js';

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
export const OPENED_JSON = jsonObject({
  id: 'c.id',
  partner: partnerJson('u'),
  last_message: lastMessage({ content: SENT.content, created_at: SENT.created_at }),
  created_at: iso('c.created_at'),
});

/** The conversation as the viewer sees it in lists; `u` is the partner's row in account.users. */
export const conversationJson = (viewer: string) =>
  jsonObject({
    id: 'c.id',
    partner: partnerJson('u'),
    last_message: lastMessage({ ...SENT, deleted_at: iso('m.deleted_at') }),
    unread_count: `c.last_seq - ${readBy(viewer)}`,
    created_at: iso('c.created_at'),
    updated_at: iso('c.updated_at'),
  });
