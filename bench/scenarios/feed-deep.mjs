import { follower } from '../network/follower.mjs';

export const name = 'feed-deep';
export const path = '/v1/feed?cursor=…';
export const network = true;
export const alone = true;

const PAGES = 50;

/** Two and a half thousand posts below the first, for somebody who follows two hundred. */
export async function prepare(here, environment) {
  const { headers } = await follower(here, environment, 200);
  let cursor = '';
  for (let page = 0; page < PAGES; page++) {
    const response = await fetch(`${here.base}/v1/feed?limit=50${cursor && `&cursor=${cursor}`}`, {
      headers,
    });
    cursor = (await response.json()).next_cursor;
    if (!cursor) throw new Error(`the feed ends after ${page + 1} pages`);
  }
  return { headers, path: `/v1/feed?cursor=${cursor}` };
}
