import { callers, inOrder } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';
import { ask } from '../network/database.mjs';
import { appendToLog, recordEvent } from '../network/effects.mjs';

export const name = 'direct-message';
export const path = '/v1/community/dm/{id}';
export const writes = true;
export const alone = true;
export const comparable = withoutIds;

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
      const [sent] = (await query('direct_message_send', id, senderId, request.body.content)).rows;
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
