import { append, notify } from '../network/notify.mjs';
import { requests } from '../network/requests.mjs';

export const name = 'comment';
export const path = '/v1/posts/{id}/comments';
export const network = true;
export const alone = true;

export async function prepare(here, environment, sizes) {
  const posts = await requests(here, environment, sizes, {
    pathOf: (id) => `/v1/posts/${id}/comments`,
    bodyOf: (n) => ({ content: `Comment number ${n}: what a good idea, I have to try that too.` }),
  });
  return { posts };
}

/** Each comment has an id and a moment of its own. */
export function comparable(answer) {
  const { comment } = JSON.parse(answer);
  return JSON.stringify({ ...comment, id: typeof comment.id, created_at: typeof comment.created_at });
}

/** The statements of our own route, in its order. */
export function bare(app, { identify, transaction, json }) {
  app.post('/v1/posts/:id/comments', identify, json, async (request, response) => {
    const { content } = request.body;
    const { id } = request.user;
    const made = await transaction(async (query) => {
      const [post] = (await query('post_hold', request.params.id, id, false)).rows;
      if (!post || post.is_blocked) return undefined;
      const author = post.user_id;
      const [comment] = (await query('comment_insert', post.id, id, null, content)).rows;
      const data = { comment_id: comment.id, post_id: post.id, parent_id: null };
      await query('outbox_record', 'comment.created', id, JSON.stringify(data), 0, false);
      const told = [[`post:${post.id}`, 'comment.created', id, `{"post_id":"${post.id}","comment":${comment.json}}`]];
      if (author !== id) {
        const about = { kind: 'post', id: post.id };
        const shown = { post_id: post.id, comment_id: comment.id };
        told.push(await notify(query, { user_id: author, actor_id: id, type: 'comment', about, data: shown }));
      }
      await append(query, told);
      return comment.json;
    });
    if (!made) return response.status(404).json({ error: 'Post not found' });
    response.status(201).type('json').send(`{"comment":${made}}`);
  });
}
