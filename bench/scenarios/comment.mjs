import { withoutIds } from '../network/comparable.mjs';
import { appendToLog, notify, recordEvent } from '../network/effects.mjs';
import { requests } from '../network/requests.mjs';

export const name = 'comment';
export const path = '/v1/posts/{id}/comments';
export const writes = true;
export const network = true;
export const alone = true;
export const comparable = withoutIds;

/** As one would write both for one comment. The service sends those of several callers with one statement. */
const LOCK = {
  name: 'bare_post_lock',
  text: `SELECT p.id, p.user_id, EXISTS (
       SELECT FROM social.blocks b
       WHERE (b.blocker_id, b.blocked_id) IN ((p.user_id, $2::uuid), ($2::uuid, p.user_id))) AS is_blocked
     FROM social.posts p WHERE p.id = $1 AND (p.status = 'published' OR p.user_id = $2) FOR KEY SHARE OF p`,
};
const INSERT = {
  name: 'bare_comment_insert',
  text: `WITH c AS (
     INSERT INTO social.comments (post_id, user_id, parent_id, content) VALUES ($1, $2, NULL, $3) RETURNING *
   ) SELECT c.id, json_build_object('id', c.id, 'post_id', c.post_id, 'user_id', c.user_id, 'content', c.content,
       'parent_id', c.parent_id, 'created_at', to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
       'author', json_build_object('id', u.id, 'username', u.username, 'first_name', u.first_name,
         'last_name', u.last_name, 'avatar_url', u.avatar_url))::text AS json
     FROM c JOIN account.users u ON u.id = c.user_id`,
};

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
      const [post] = (await query(LOCK, request.params.id, id)).rows;
      if (!post || post.is_blocked) return undefined;
      const [comment] = (await query(INSERT, post.id, id, content)).rows;
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
