import { inOrder, newCaller, post } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';
import { cut, FIRST } from '../network/cursor.mjs';

export const name = 'app-read';
export const path = '/v1/apps/shortlinks/list-links';
export const alone = true;
export const comparable = withoutIds;

const LINKS = 50;
const LIMIT = 20;

/** The first page of an owner's short links. */
export async function prepare(here) {
  const caller = await newCaller(here);
  await post(here, caller, '/v1/apps/install', { slug: 'shortlinks' });
  const links = Array.from({ length: LINKS }, (_, n) => ({ url: `https://shop.example.com/${n}` }));
  await post(here, caller, '/v1/apps/shortlinks/bulk-create-links', { links });
  return { posts: inOrder(() => ({ headers: caller.headers, body: {} })) };
}

/** Not prepared under a name: the service plans a list for its values each time. */
const OWN = {
  text: `SELECT l.id, (l.created_at)::text AS list_key FROM ext_shortlinks.links l
    WHERE l.owner_id = $1 AND (l.created_at, l.id) < ($2::timestamptz, $3::uuid)
    ORDER BY l.created_at DESC, l.id DESC LIMIT $4`,
};

export function bare(app, { identify, query, json, base }) {
  app.post(path, identify, json, async (request, response) => {
    const { id } = request.user;
    if (!(await query('app_installed', id, 'shortlinks')).rowCount) {
      return response.status(403).json({ error: 'App not installed' });
    }
    const { rows } = await query(OWN, id, ...FIRST, LIMIT + 1);
    const keys = (row) => [row.list_key, row.id];
    const { shown, next_cursor } = cut('shortlinks_own created', rows, LIMIT, keys);
    const found = await query(
      'shortlinks_shown',
      shown.map((row) => row.id),
    );
    const links = found.rows.map((link) => ({ ...link, short_url: `${base}/v1/apps/shortlinks/public/${link.slug}` }));
    response.json({ links, next_cursor });
  });
}
