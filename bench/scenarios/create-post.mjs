import { callers, inOrder } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';
import { recordEvent } from '../network/effects.mjs';

export const name = 'create-post';
export const path = '/v1/posts';
export const writes = true;
export const network = true;
export const alone = true;
export const comparable = withoutIds;

export async function prepare(here, _environment, sizes) {
  const authors = await callers(here, sizes.callers);
  const posts = inOrder((n) => ({
    headers: authors[n % authors.length].headers,
    body: { title: `Post number ${n}`, content: 'The first boats come in while bakers open their doors #harbour' },
  }));
  return { posts };
}

const INSERT = {
  name: 'bare_post',
  text: `INSERT INTO social.posts (user_id, title, content, status, is_sensitive, is_ai_generated, published_at)
    VALUES ($1, $2, $3, 'published', false, false, now()) RETURNING *`,
};
const HINT_DELAY_MS = 300;

export function bare(app, { identify, query: ask, transaction, json, base }) {
  app.post(path, identify, json, async (request, response) => {
    const { id: authorId } = request.user;
    const { title, content } = request.body;
    const post = await transaction(async (query) => {
      const [{ id }] = (await query(INSERT, authorId, title, content)).rows;
      const [{ json: shown }] = (await query('post_show', id, authorId, base)).rows;
      await recordEvent(query, 'post.published', authorId, { post_id: id });
      return shown;
    });
    response.status(201).type('json').send(`{"post":${post}}`);
    // The service asks who of the followers is connected, to send them a hint.
    setTimeout(() => ask('followers_there', authorId).catch(() => undefined), HINT_DELAY_MS).unref();
  });
}
