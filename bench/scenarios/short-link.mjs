import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { insertInto } from '../insert.mjs';
import { inOrder, newCaller, post } from '../network/callers.mjs';

export const name = 'short-link';
export const path = '/v1/apps/shortlinks/public/{slug}';
export const writes = true;

const LINKS = 200;

/** Every request is that of another visitor, so that each of them is counted. */
export async function prepare(here) {
  const caller = await newCaller(here);
  await post(here, caller, '/v1/apps/install', { slug: 'shortlinks' });
  const wanted = Array.from({ length: LINKS }, (_, n) => ({ url: `https://shop.example.com/${n}` }));
  const { links } = await post(here, caller, '/v1/apps/shortlinks/bulk-create-links', { links: wanted });
  const posts = inOrder((visitor) => {
    const { slug } = links[visitor % LINKS];
    const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.${visitor} Safari/537.36`;
    return { path: `/v1/apps/shortlinks/public/${slug}`, headers: { 'user-agent': agent } };
  });
  return { posts };
}

const ADD = insertInto(
  'ext_shortlinks.clicks',
  'link_id',
  'visitor_hash',
  'country',
  'device',
  'os',
  'browser',
  'referrer_host',
  'rule_index',
);
const SALT = randomBytes(32);

/** The reads, one insert by itself, and of the visitor the same fields that the service keeps. */
export function bare(app, { query }) {
  app.get('/v1/apps/shortlinks/public/:slug', async (request, response) => {
    const [link] = (await query('shortlinks_visited', request.params.slug.toLowerCase())).rows;
    if (!link) return response.status(404).end();
    const agent = request.headers['user-agent'] ?? '';
    if (agent && !isbot(agent)) {
      const hash = createHmac('sha256', SALT).update(`${link.id}\n${request.ip}\n${agent}`).digest();
      const { device, os, browser } = UAParser(agent);
      await query(
        ADD,
        link.id,
        hash.subarray(0, 16),
        null,
        device.type ?? 'desktop',
        os.name?.toLowerCase() ?? null,
        browser.name ?? null,
        null,
        null,
      );
    }
    await query('pixels_attached', 'shortlinks', link.id);
    response.set('Cache-Control', 'private, no-store').set('X-Robots-Tag', 'noindex');
    response.status(302).set('Location', link.url).end();
  });
}
