import { signIn } from '../sign-in.mjs';
import { rooms } from './rooms.mjs';

const WRITERS = 8;

/** Lists of messages, in turn into each of so many rooms: more than a measurement can use up. */
export async function messages(here, environment, sizes, roomCount) {
  const writers = [];
  while (writers.length < WRITERS) writers.push(await signIn(here));
  const made = await rooms(environment, roomCount, { ids: writers.map(({ id }) => id) });
  let n = 0;
  const next = () => {
    const path = `/v1/community/rooms/${made[n % made.length]}/messages`;
    const { token } = writers[Math.floor(n / made.length) % WRITERS];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const content = `Message number ${n++}: what a good idea, I have to try that too.`;
    return { path, headers, body: JSON.stringify({ content }) };
  };
  return () => Array.from({ length: sizes.requests }, next);
}

/** Each message has an id, a moment and words of its own. */
export function comparable(answer) {
  const { id, created_at, content, ...others } = JSON.parse(answer).message;
  return JSON.stringify({ ...others, types: [id, created_at, content].map((one) => typeof one) });
}
