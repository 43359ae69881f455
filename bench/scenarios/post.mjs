import { ask } from '../network/database.mjs';
import { signIn } from '../sign-in.mjs';

export const name = 'post';
export const path = '/v1/posts/{id}';
export const network = true;
export const alone = true;

/** One with few comments and some reactions, as most have. */
export async function prepare(here, environment) {
  const { token } = await signIn(here);
  const [post] = await ask(
    environment,
    `SELECT c.post_id AS id FROM social.post_counters c
     WHERE c.comments_count = 3 AND (SELECT sum(value::int) FROM jsonb_each_text(c.reactions)) = 10
     ORDER BY c.post_id LIMIT 1`,
  );
  return { path: `/v1/posts/${post.id}`, headers: { authorization: `Bearer ${token}` } };
}

export function bare(app, { identify, query, base }) {
  app.get('/v1/posts/:id', identify, async (request, response) => {
    const { rows } = await query('post_single', request.params.id, request.user.id, base, false);
    if (!rows.length) return response.status(404).json({ error: 'Post not found' });
    response.type('json').send(`{"post":${rows[0].json}}`);
  });
}
