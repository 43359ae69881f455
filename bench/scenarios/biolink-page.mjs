import { createHash } from 'node:crypto';
import { bioPage } from '@community-platform/pages';
import { inOrder, newCaller, post } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';

const APP = '/v1/apps/biolinks';

export const name = 'biolink-page';
export const path = `${APP}/public/{handle}`;
export const comparable = withoutIds;

const BLOCKS = [
  { kind: 'header', title: 'New' },
  ...Array.from({ length: 8 }, (_, n) => ({ kind: 'link', title: `Link ${n}`, url: `https://shop.example.com/${n}` })),
  { kind: 'text', data: { text: 'Handmade chairs from one tree each.' } },
  { kind: 'socials', data: { items: [{ network: 'instagram', url: 'https://instagram.com/oak' }] } },
];

/** A page of eleven blocks, as a phone opens it. */
export async function prepare(here) {
  const caller = await newCaller(here);
  const call = (action, body) => post(here, caller, `${APP}/${action}`, body);
  await post(here, caller, '/v1/apps/install', { slug: 'biolinks' });
  const handle = `oak-${caller.id.slice(-12)}`;
  const { page } = await call('create-page', { handle, title: 'Oak Studio', bio: 'Handmade chairs' });
  for (const block of BLOCKS) await call('save-block', { page_id: page.id, ...block });
  await call('update-page', { page_id: page.id, is_published: true });
  return { posts: inOrder(() => ({ path: `${APP}/public/${handle}` })) };
}

export function bare(app, { query, base }) {
  const platform = new URL(base).origin;
  const policy =
    `default-src 'none'; script-src 'self' ${platform}; connect-src 'self' ${platform}; ` +
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com https://w.soundcloud.com; ' +
    "img-src https: data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  app.get(`${APP}/public/:handle`, async (request, response) => {
    const [page] = (await query('biolinks_served', request.params.handle.toLowerCase())).rows;
    if (!page?.is_published) return response.status(404).end();
    if (page.blocked_at || !page.owner_is_active) return response.status(410).end();
    await query('pixels_attached', 'biolinks', page.id);
    const [domain] = (await query('domains_host_of', 'biolinks', page.id)).rows;
    const html = bioPage({
      ...page,
      canonical: domain ? `https://${domain.host}/` : `${base}${APP}/public/${page.handle}`,
      isIndexed: !page.noindex,
      hasBranding: page.settings?.show_branding ?? true,
      opensNewTab: page.settings?.open_links_in_new_tab ?? false,
      api: '../../biolinks/',
      scripts: '',
    });
    const tag = `"${page.version}-${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
    response.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=0, s-maxage=30',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      ETag: tag,
    });
    if (request.headers['if-none-match'] === tag) return response.status(304).end();
    response.end(html);
  });
}
