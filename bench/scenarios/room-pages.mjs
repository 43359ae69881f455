import { ask } from '../network/database.mjs';
import { rooms } from '../network/rooms.mjs';
import { figuresRow, ratioRow, whole } from '../report.mjs';
import { signIn } from '../sign-in.mjs';

export const name = 'room-pages';

const PAGE = 50;
const DEEP = 1_000;

/** A room with very many messages: its first page, and the one a thousand pages down. */
export async function figures({ here, environment, sizes, load, rounds, warmUp }) {
  const { token, id } = await signIn(here);
  const [room] = await rooms(environment, 1, { ids: [id] });
  await fill(environment, room, id, sizes.roomMessages);
  const [above] = await ask(
    environment,
    'SELECT id FROM community.room_messages WHERE room_id = $1 ORDER BY seq DESC OFFSET $2 LIMIT 1',
    [room, (DEEP - 1) * PAGE - 1],
  );
  const path = `/v1/community/rooms/${room}/messages?limit=${PAGE}`;
  const paths = { first: path, deep: `${path}&cursor=${above.id}` };
  const headers = { authorization: `Bearer ${token}` };
  const read = (page) => load({ port: here.port, path: paths[page], headers, connections: 1 });
  for (const page of warmUp ? ['first', 'deep'] : []) await read(page);
  const results = { first: [], deep: [] };
  for (let round = 1; round <= rounds; round++) {
    for (const page of round % 2 ? ['first', 'deep'] : ['deep', 'first']) results[page].push(await read(page));
    const [first, deep] = [results.first.at(-1).p50, results.deep.at(-1).p50];
    console.log(`room-pages round ${round}   p50 ${first.toFixed(2)} and ${deep.toFixed(2)} ms`);
  }
  const ratios = results.first.map(({ p50 }, at) => results.deep[at].p50 / p50);
  return [
    figuresRow('room-pages', `here, page 1 of ${whole(sizes.roomMessages)} messages`, results.first),
    figuresRow('', `here, page ${whole(DEEP)}`, results.deep),
    ratioRow('p50 of the deep one to that of the first', ratios),
  ];
}

/** Without the triggers and foreign keys, which would be asked for each of them. */
async function fill(environment, room, userId, count) {
  await ask(
    environment,
    `SET session_replication_role = replica;
     INSERT INTO community.room_messages (room_id, seq, user_id, content, created_at)
     SELECT '${room}', n, '${userId}', 'Message number ' || n || ': what a good idea, I have to try that too.',
       now() - (${count} - n) * interval '1 second' FROM generate_series(1, ${count}) n;
     UPDATE community.rooms SET last_seq = ${count}, last_message_at = now() WHERE id = '${room}'`,
  );
  await ask(environment, 'VACUUM ANALYZE community.room_messages');
}
