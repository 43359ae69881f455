import { cut, FIRST, keysOf } from '../network/cursor.mjs';
import { follower } from '../network/follower.mjs';

export const name = 'feed-200';
export const path = '/v1/feed';
export const network = true;
export const alone = true;

export const prepare = (here, environment) => follower(here, environment, 200);

const LIMIT = 20;

/** For all feeds. */
export function bare(app, { identify, query, base }) {
  app.get(path, identify, async (request, response) => {
    const { cursor } = request.query;
    const after = cursor ? keysOf(cursor) : FIRST;
    const { rows } = await query('feed_page', request.user.id, ...after, LIMIT + 1, base);
    const { shown, next_cursor } = cut('feed', rows, LIMIT, ({ created_at, id }) => [created_at, id]);
    const posts = shown.map(({ json }) => json).join(',');
    response.type('json').send(`{"posts":[${posts}],"next_cursor":${JSON.stringify(next_cursor)}}`);
  });
}
