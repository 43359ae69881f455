import { callers, inOrder } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { appendToLog } from '../network/effects.mjs';
import { rooms } from '../network/rooms.mjs';

export const name = 'mark-read';
export const path = '/v1/community/rooms/{id}/read';
export const writes = true;
export const alone = true;

/** Each member reads each room message by message, so that every request moves the position. */
export async function prepare(here, environment, sizes) {
  const readers = await callers(here, sizes.callers);
  const made = await rooms(environment, sizes.rooms, { ids: readers.map(({ id }) => id) });
  const messages = await fill(environment, made, sizes.unread);
  const posts = inOrder((n) => {
    const room = n % made.length;
    const reader = Math.floor(n / made.length) % readers.length;
    const seq = Math.floor(n / made.length / readers.length);
    // Every member has read every message.
    if (seq >= sizes.unread) return undefined;
    const message_id = messages[seq * made.length + room].id;
    return { path: `/v1/community/rooms/${made[room]}/read`, headers: readers[reader].headers, body: { message_id } };
  });
  return { posts };
}

/** So many messages in each room; returns their ids by number, then by room. Triggers and foreign keys are left out. */
async function fill(environment, roomIds, count) {
  await ask(environment, 'UPDATE community.rooms SET last_seq = $2, last_message_at = now() WHERE id = ANY ($1)', [
    roomIds,
    count,
  ]);
  return ask(
    environment,
    `WITH made AS (
       INSERT INTO community.room_messages (room_id, seq, content)
       SELECT room.id, seq, 'Message number ' || seq FROM unnest($1::uuid[]) room (id), generate_series(1, $2::int) seq
       RETURNING id, room_id, seq
     ) SELECT id FROM made ORDER BY seq, array_position($1::uuid[], room_id)`,
    [roomIds, count],
  );
}

export function bare(app, { identify, transaction, json }) {
  app.post('/v1/community/rooms/:id/read', identify, json, async (request, response) => {
    const { id: userId } = request.user;
    const { message_id } = request.body;
    const channel_id = request.params.id;
    const position = await transaction(async (query) => {
      const [membership] = (await query('room_seat', channel_id, userId)).rows;
      if (!membership?.role || membership.is_banned) return undefined;
      const [read] = (await query('room_message_read', channel_id, userId, message_id)).rows;
      if (!read) return undefined;
      const moved = { channel_id, message_id, unread_count: read.unread_count };
      const entry = [`user:${userId}`, 'read.updated', userId, JSON.stringify(moved)];
      if (read.moved) await appendToLog(query, [entry]);
      return moved;
    });
    if (!position) return response.status(404).json({ error: 'Message not found' });
    response.json(position);
  });
}
