import { appendToLog, notify, recordEvent } from '../network/effects.mjs';
import { requests } from '../network/requests.mjs';

export const name = 'reaction';
export const path = '/v1/posts/{id}/reactions';
export const writes = true;
export const network = true;
export const alone = true;

const TYPES = ['like', 'love', 'fire'];

export async function prepare(here, environment) {
  const posts = await requests(here, environment, {
    pathOf: (id) => `/v1/posts/${id}/reactions`,
    bodyOf: (n) => ({ type: TYPES[n % TYPES.length] }),
  });
  return { posts };
}

export function bare(app, { identify, transaction, json }) {
  app.post('/v1/posts/:id/reactions', identify, json, async (request, response) => {
    const { type } = request.body;
    const { id } = request.user;
    const post_id = request.params.id;
    const isKnown = await transaction(async (query) => {
      const [reacted] = (await query('reaction_set', post_id, id, type, false)).rows;
      if (!reacted) return false;
      const { author_id, is_new, changed } = reacted;
      if (!changed) return true;
      await recordEvent(query, 'reaction.set', id, { post_id, type });
      if (!is_new) return true;
      const about = { kind: 'post', id: post_id };
      await appendToLog(query, await notify(query, { user_id: author_id, actor_id: id, type: 'reaction', about }));
      return true;
    });
    if (!isKnown) return response.status(404).json({ error: 'Post not found' });
    response.status(201).json({ reaction: { post_id, user_id: id, type } });
  });
}
