import { withoutIds } from '../network/comparable.mjs';
import { appendToLog, recordEvent } from '../network/effects.mjs';
import { messages } from '../network/messages.mjs';

export const name = 'messages';
export const path = '/v1/community/rooms/{id}/messages';
export const writes = true;
export const alone = true;
export const comparable = withoutIds;

export const prepare = async (here, environment, { rooms }) => ({ posts: await messages(here, environment, rooms) });

export function bare(app, { identify, transaction, json }) {
  app.post('/v1/community/rooms/:id/messages', identify, json, async (request, response) => {
    const room_id = request.params.id;
    const { id } = request.user;
    const message = await transaction(async (query) => {
      await query('room_lock', room_id);
      const [written] = (await query('room_message_write', room_id, id, request.body.content)).rows;
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
