import { withoutIds } from '../network/comparable.mjs';
import { appendToLog, notify, recordEvent } from '../network/effects.mjs';
import { requests } from '../network/requests.mjs';

export const name = 'comment';
export const path = '/v1/posts/{id}/comments';
export const writes = true;
export const network = true;
export const alone = true;
export const comparable = withoutIds;

export async function prepare(here, environment) {
  const posts = await requests(here, environment, {
    pathOf: (id) => `/v1/posts/${id}/comments`,
    bodyOf: (n) => ({ content: `Comment number ${n}: what a good idea, I have to try that too.` }),
  });
  return { posts };
}

export function bare(app, { identify, transaction, json }) {
  app.post('/v1/posts/:id/comments', identify, json, async (request, response) => {
    const { content } = request.body;
    const { id } = request.user;
    const made = await transaction(async (query) => {
      const [post] = (await query('post_hold', request.params.id, id, false)).rows;
      if (!post || post.is_blocked) return undefined;
      const [comment] = (await query('comment_insert', post.id, id, null, content)).rows;
      const data = { comment_id: comment.id, post_id: post.id, parent_id: null };
      await recordEvent(query, 'comment.created', id, data);
      const entry = [`post:${post.id}`, 'comment.created', id, `{"post_id":"${post.id}","comment":${comment.json}}`];
      const notified = await notify(query, {
        user_id: post.user_id,
        actor_id: id,
        type: 'comment',
        about: { kind: 'post', id: post.id },
        data: { post_id: post.id, comment_id: comment.id },
      });
      await appendToLog(query, [entry, ...notified]);
      return comment.json;
    });
    if (!made) return response.status(404).json({ error: 'Post not found' });
    response.status(201).type('json').send(`{"comment":${made}}`);
  });
}
