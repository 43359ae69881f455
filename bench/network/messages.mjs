import { callers, inOrder } from './callers.mjs';
import { rooms } from './rooms.mjs';

const WRITERS = 8;

/** Messages, in turn into each of so many rooms. */
export async function messages(here, environment, roomCount) {
  const writers = await callers(here, WRITERS);
  const made = await rooms(environment, roomCount, { ids: writers.map(({ id }) => id) });
  return inOrder((n) => {
    const { headers } = writers[Math.floor(n / made.length) % WRITERS];
    const content = `Message number ${n}: what a good idea, I have to try that too.`;
    return { path: `/v1/community/rooms/${made[n % made.length]}/messages`, headers, body: { content } };
  });
}
