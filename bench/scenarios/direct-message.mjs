import { callers, inOrder } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';
import { ask } from '../network/database.mjs';
import { appendToLog, recordEvent } from '../network/effects.mjs';

export const name = 'direct-message';
export const path = '/v1/community/dm/{id}';
export const writes = true;
export const alone = true;
export const comparable = withoutIds;

/** As one would write it for one message. The service sends the messages of several callers with one statement. */
const SEND = {
  name: 'bare_direct_message_send',
  text: `WITH before AS (
     SELECT c.id, c.last_seq > CASE WHEN c.one_id = $2 THEN c.one_read_seq ELSE c.other_read_seq END AS had_unread
     FROM community.conversations c
     WHERE c.id = $1 AND $2::uuid IN (c.one_id, c.other_id) AND NOT EXISTS (
       SELECT FROM social.blocks b
       WHERE (b.blocker_id, b.blocked_id) IN ((c.one_id, c.other_id), (c.other_id, c.one_id)))
     FOR NO KEY UPDATE OF c
   ), c AS (
     UPDATE community.conversations c SET last_seq = c.last_seq + 1,
       one_read_seq = CASE WHEN c.one_id = $2 THEN c.last_seq + 1 ELSE c.one_read_seq END,
       other_read_seq = CASE WHEN c.other_id = $2 THEN c.last_seq + 1 ELSE c.other_read_seq END,
       updated_at = greatest(c.updated_at, clock_timestamp())
     FROM before WHERE c.id = before.id RETURNING c.*, before.had_unread
   ), m AS (
     INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content, created_at)
     SELECT id, last_seq, $2, $3, updated_at FROM c RETURNING *
   )
   SELECT m.id, CASE WHEN c.one_id = $2 THEN c.other_id ELSE c.one_id END AS partner_id, c.had_unread,
     json_build_object('id', m.id, 'content', m.content, 'sender_id', m.sender_id,
       'created_at', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text AS json
   FROM c JOIN m ON m.conversation_id = c.id`,
};

/** Each caller has a conversation with every other one. The two sides of a conversation write in turn. */
export async function prepare(here, environment, sizes) {
  const people = await callers(here, sizes.callers);
  const conversations = await open(
    environment,
    people.map(({ id }) => id),
  );
  const headersOf = new Map(people.map(({ id, headers }) => [id, headers]));
  const posts = inOrder((n) => {
    const { id, one_id, other_id } = conversations[n % conversations.length];
    const sender = Math.floor(n / conversations.length) % 2 ? other_id : one_id;
    const content = `Message number ${n}: what a good idea, I have to try that too.`;
    return { path: `/v1/community/dm/${id}`, headers: headersOf.get(sender), body: { content } };
  });
  return { posts };
}

/** Each begins with a message of the second participant, so that every message answers one that was unread. */
const open = (environment, ids) =>
  ask(
    environment,
    `WITH opened AS (
       INSERT INTO community.conversations (one_id, other_id, last_seq, other_read_seq)
       SELECT one.id, other.id, 1, 1 FROM unnest($1::uuid[]) one (id) JOIN unnest($1::uuid[]) other (id) ON one.id < other.id
       RETURNING id, one_id, other_id
     ), begun AS (
       INSERT INTO community.direct_messages (conversation_id, seq, sender_id, content)
       SELECT id, 1, other_id, 'The first message' FROM opened
     ) SELECT * FROM opened ORDER BY hashtextextended(id::text, 0)`,
    [ids],
  );

export function bare(app, { identify, transaction, json }) {
  app.post('/v1/community/dm/:id', identify, json, async (request, response) => {
    const { id } = request.params;
    const { id: senderId } = request.user;
    const message = await transaction(async (query) => {
      const [sent] = (await query(SEND, id, senderId, request.body.content)).rows;
      if (!sent) return undefined;
      const { id: message_id, partner_id, had_unread } = sent;
      await recordEvent(query, 'dm.sent', senderId, { conversation_id: id, message_id });
      const shown = `${sent.json.slice(0, -1)},"edited_at":null,"deleted_at":null,"reactions":[]}`;
      const data = `{"conversation_id":"${id}","message":${shown}}`;
      const entries = [senderId, partner_id].map((userId) => [`user:${userId}`, 'dm.created', senderId, data]);
      const read = JSON.stringify({ channel_id: id, message_id, unread_count: 0 });
      if (had_unread) entries.push([`user:${senderId}`, 'read.updated', senderId, read]);
      await appendToLog(query, entries);
      return sent.json;
    });
    if (!message) return response.status(404).json({ error: 'Conversation not found' });
    response.status(201).type('json').send(`{"message":${message}}`);
  });
}
