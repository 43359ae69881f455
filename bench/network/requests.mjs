import { callers, inOrder } from './callers.mjs';
import { ask } from './database.mjs';

const CALLERS = 8;

/**
 * Requests about posts, no two of which have the same caller and post, and none the post of the request before: `pathOf`
 * and `bodyOf` make the path and the body of the n-th.
 */
export async function requests(here, environment, { pathOf, bodyOf }) {
  const known = await callers(here, CALLERS);
  const posts = await ask(
    environment,
    `SELECT id FROM social.posts WHERE status = 'published' ORDER BY hashint8(('x' || right(id::text, 8))::bit(32)::int)`,
  );
  return inOrder((n) => {
    // Every caller has done it with every post.
    if (n >= posts.length * CALLERS) return undefined;
    const { headers } = known[Math.floor(n / posts.length)];
    return { path: pathOf(posts[n % posts.length].id), headers, body: bodyOf(n) };
  });
}
