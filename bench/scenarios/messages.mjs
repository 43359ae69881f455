import { withoutIds } from '../network/comparable.mjs';
import { appendToLog, recordEvent } from '../network/effects.mjs';
import { messages } from '../network/messages.mjs';

export const name = 'messages';
export const path = '/v1/community/rooms/{id}/messages';
export const writes = true;
export const alone = true;
export const comparable = withoutIds;

/** As one would write it for one message. The service sends the messages of several callers with one statement. */
const WRITE = {
  name: 'bare_room_message_write',
  text: `WITH room AS (
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
   ) SELECT c.id, json_build_object('id', c.id, 'content', c.content,
       'created_at', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'author', json_build_object('id', u.id,
         'name', coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.username),
         'avatar_url', u.avatar_url))::text AS json
     FROM c JOIN account.users u ON u.id = c.user_id`,
};

export const prepare = async (here, environment, { rooms }) => ({ posts: await messages(here, environment, rooms) });

export function bare(app, { identify, transaction, json }) {
  app.post('/v1/community/rooms/:id/messages', identify, json, async (request, response) => {
    const room_id = request.params.id;
    const { id } = request.user;
    const message = await transaction(async (query) => {
      await query('room_lock', room_id);
      const [written] = (await query(WRITE, room_id, id, request.body.content)).rows;
      if (!written) return undefined;
      await recordEvent(query, 'message.created', id, { room_id, message_id: written.id });
      const shown = `${written.json.slice(0, -1)},"deleted_at":null,"edited_at":null,"reactions":[]}`;
      const data = `{"room_id":"${room_id}","message":${shown}}`;
      await appendToLog(query, [[`room:${room_id}`, 'message.created', id, data]]);
      return written.json;
    });
    if (!message) return response.status(403).json({ error: 'Join the room first' });
    response.status(201).type('json').send(`{"message":${message}}`);
  });
}
