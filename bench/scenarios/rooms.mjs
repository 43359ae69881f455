import { newCaller } from '../network/callers.mjs';
import { cut, FIRST } from '../network/cursor.mjs';
import { ask } from '../network/database.mjs';
import { rooms } from '../network/rooms.mjs';

export const name = 'rooms';
export const path = '/v1/community/rooms';
export const alone = true;

const LIMIT = 20;

/** Public rooms with a message each; the caller is a member of all. */
export async function prepare(here, environment, sizes) {
  const { id, headers } = await newCaller(here);
  const made = await rooms(environment, sizes.rooms, { ids: [id] });
  await ask(
    environment,
    `WITH said AS (
       INSERT INTO community.room_messages (room_id, seq, user_id, content)
       SELECT id, 1, $2, 'What a good idea, I have to try that too.' FROM unnest($1::uuid[]) room (id)
     ) UPDATE community.rooms SET last_seq = 1, last_message_at = now() WHERE id = ANY ($1::uuid[])`,
    [made, id],
  );
  return { headers };
}

export function bare(app, { identify, query }) {
  app.get(path, identify, async (request, response) => {
    const { id } = request.user;
    const [head] = (await query('realtime_heads', [`user:${id}`])).rows;
    const { rows } = await query('rooms_open', id, ...FIRST, LIMIT + 1);
    const { shown, next_cursor } = cut('rooms', rows, LIMIT, ({ created_at, id: roomId }) => [created_at, roomId]);
    const list = shown.map(({ json }) => json).join(',');
    response
      .set('X-Realtime-Position', `${head.stream};${head.epoch};${head.seq}`)
      .type('json')
      .send(`{"rooms":[${list}],"next_cursor":${JSON.stringify(next_cursor)}}`);
  });
}
