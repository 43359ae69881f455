import { messages } from '../network/messages.mjs';

export { comparable } from '../network/messages.mjs';

export const name = 'messages';
export const path = '/v1/community/rooms/{id}/messages';
export const alone = true;

const ROOMS = 200;

export const prepare = async (here, environment, sizes) => ({
  posts: await messages(here, environment, sizes, ROOMS),
});

/** The statements of our own route, in its order. */
export function bare(app, { identify, transaction, json }) {
  app.post('/v1/community/rooms/:id/messages', identify, json, async (request, response) => {
    const room_id = request.params.id;
    const { id } = request.user;
    const message = await transaction(async (query) => {
      await query('room_lock', room_id);
      const [written] = (await query('room_message_write', room_id, id, request.body.content)).rows;
      if (!written) return undefined;
      const data = { room_id, message_id: written.id };
      await query('outbox_record', 'message.created', id, JSON.stringify(data), 0, false);
      const shown = `${written.json.slice(0, -1)},"deleted_at":null,"edited_at":null,"reactions":[]}`;
      const told = `{"room_id":"${room_id}","message":${shown}}`;
      await query('realtime_append', [`room:${room_id}`], ['message.created'], [id], [told]);
      return written.json;
    });
    if (!message) return response.status(403).json({ error: 'Join the room first' });
    response.status(201).type('json').send(`{"message":${message}}`);
  });
}
