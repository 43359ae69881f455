import { signIn } from '../sign-in.mjs';
import { ask } from './database.mjs';

const CALLERS = 8;
/**
 * Lists of requests, no two of which are of the same caller and post, and of no post twice in a row: `bodyOf` makes
 * the body of the n-th. A list has more of them than a measurement can use up.
 */
export async function requests(here, environment, sizes, { pathOf, bodyOf }) {
  const callers = [];
  while (callers.length < CALLERS) callers.push(await signIn(here));
  const posts = await ask(
    environment,
    `SELECT id FROM social.posts WHERE status = 'published' ORDER BY hashint8(('x' || right(id::text, 8))::bit(32)::int)`,
  );
  let n = 0;
  const next = () => {
    const { token } = callers[Math.floor(n / posts.length) % CALLERS];
    const { id } = posts[n % posts.length];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return { path: pathOf(id), headers, body: JSON.stringify(bodyOf(n++)) };
  };
  return () => Array.from({ length: sizes.requests }, next);
}
