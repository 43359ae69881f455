import { randomInt } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { callers, inOrder, post } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';
import { recordEvent } from '../network/effects.mjs';

export const name = 'app-write';
export const path = '/v1/apps/shortlinks/create-link';
export const writes = true;
export const alone = true;

/** The slug is random. */
export const comparable = (answer) => withoutIds(answer).replace(/("slug":"|public\/)\w{7}/g, '$1<slug>');

export async function prepare(here, _environment, sizes) {
  const owners = await callers(here, sizes.callers);
  for (const owner of owners) await post(here, owner, '/v1/apps/install', { slug: 'shortlinks' });
  const posts = inOrder((n) => ({
    headers: owners[n % owners.length].headers,
    body: { url: `https://shop.example.com/${n}`, title: `Offer number ${n}` },
  }));
  return { posts };
}

const MOST_LINKS = 50_000;
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const randomSlug = () => Array.from({ length: 7 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const KEEP_OWNER = { name: 'bare_keep_owner', text: 'SELECT id FROM account.users WHERE id = $1 FOR KEY SHARE' };

const PLAIN = {
  domain_id: null,
  external_id: null,
  tags: [],
  redirect_status: 302,
  forward_query: false,
  utm: null,
  rules: [],
  password_hash: null,
  starts_at: null,
  expires_at: null,
  expired_url: null,
  max_clicks: null,
};

export function bare(app, { identify, query: ask, transaction, json, base }) {
  app.post(path, identify, json, async (request, response) => {
    const { id: ownerId } = request.user;
    if (!(await ask('app_installed', ownerId, 'shortlinks')).rowCount) {
      return response.status(403).json({ error: 'App not installed' });
    }
    await ask('app_settings_of', [ownerId], 'shortlinks');
    const { hostname, href: url } = new URL(request.body.url);
    await ask('blacklist_domains', parentsOf(hostname));
    const link = await transaction(async (query) => {
      await query(KEEP_OWNER, ownerId);
      await query('shortlinks_lock_owner', ownerId);
      const [{ n }] = (await query('shortlinks_count', ownerId, MOST_LINKS)).rows;
      if (n >= MOST_LINKS) return undefined;
      const id = uuidv7();
      const row = { place: 0, ...PLAIN, url, title: request.body.title, id, slug: randomSlug() };
      await query('shortlinks_insert', ownerId, JSON.stringify([row]));
      await query('shortlinks_retired_among', [id]);
      const [shown] = (await query('shortlinks_shown', [id])).rows;
      await recordEvent(query, 'shortlinks/create-link', ownerId, { target: { type: 'link', id } });
      return shown;
    });
    if (!link) return response.status(409).json({ error: 'Link limit reached' });
    const short_url = `${base}/v1/apps/shortlinks/public/${link.slug}`;
    response.json({ link: { ...link, short_url }, existing: false });
  });
}

/** The host and the domains above it. */
function parentsOf(host) {
  const labels = host.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
