import { createHash } from 'node:crypto';
import { follower } from '../network/follower.mjs';

export const name = 'feed-200';
export const path = '/v1/feed';
export const network = true;
export const alone = true;

export const prepare = (here, environment) => follower(here, environment, 200);

const LIMIT = 20;
const FIRST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const checkOf = (body) => createHash('sha256').update(`feed\n${body}`).digest('base64url').slice(0, 8);

/** For all feeds. Its cursors are ours, so that both can be asked for the same page. */
export function bare(app, { identify, query, base }) {
  app.get(path, identify, async (request, response) => {
    const { cursor } = request.query;
    const after = cursor ? JSON.parse(Buffer.from(cursor, 'base64url').toString().slice(8)) : FIRST;
    const { rows } = await query('feed_page', request.user.id, ...after, LIMIT + 1, base);
    const shown = rows.slice(0, LIMIT);
    const last = shown.at(-1);
    const body = last && JSON.stringify([last.created_at, last.id]);
    const next = rows.length > LIMIT ? Buffer.from(checkOf(body) + body).toString('base64url') : null;
    response
      .type('json')
      .send(`{"posts":[${shown.map(({ json }) => json).join(',')}],"next_cursor":${JSON.stringify(next)}}`);
  });
}
