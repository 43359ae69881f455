import { createHash } from 'node:crypto';
import { bioPage } from '@community-platform/pages';
import { newCaller, post } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';

export const name = 'own-host';
export const path = '/';

const HOST = 'links.bench-owner.com';
const LINKS = 10;
const KNOWN_FOR_MS = 30_000;

/** A page with links at the root of a domain of its owner. */
export async function prepare(here, environment) {
  const caller = await newCaller(here);
  for (const slug of ['biolinks', 'domains']) await post(here, caller, '/v1/apps/install', { slug });
  // The load comes without a proxy that ends TLS.
  await post(here, caller, '/v1/apps/domains/update-settings', { force_https: false });
  const call = (action, body) => post(here, caller, `/v1/apps/biolinks/${action}`, body);
  const handle = `bench-${Date.now()}`;
  const { page } = await call('create-page', { handle, title: 'Ann', bio: 'What I make, and where it is.' });
  for (let n = 1; n <= LINKS; n++) {
    const url = `https://shop.example.com/${n}`;
    await call('save-block', { page_id: page.id, kind: 'link', title: `Link ${n}`, url });
  }
  await call('update-page', { page_id: page.id, is_published: true });
  await ask(
    environment,
    `INSERT INTO ext_domains.domains (owner_id, host, is_apex, status, token, target_app, target_id, verified_at, mapped_at,
       last_seen_on)
     VALUES ($1, $2, false, 'verified', 'bench', 'biolinks', $3, now(), now(), (now() AT TIME ZONE 'UTC')::date)`,
    [caller.id, HOST, page.id],
  );
  return { headers: { host: HOST } };
}

/** Three statements for each page, and one for each host in half a minute. */
export function bare(app, { query }) {
  const hosts = new Map();

  async function domainAt(host) {
    const known = hosts.get(host);
    if (known && known.until > Date.now()) return known.domain;
    const [domain] = (await query('domains_served', host)).rows;
    hosts.set(host, { domain, until: Date.now() + KNOWN_FOR_MS });
    return domain;
  }

  app.get('/', async (request, response) => {
    const domain = await domainAt(request.hostname);
    if (domain?.target_app !== 'biolinks') return response.status(404).end();
    const [page] = (await query('biolinks_served_by_id', domain.target_id)).rows;
    if (!page?.is_published || page.blocked_at || !page.owner_is_active) return response.status(404).end();
    await query('pixels_attached', 'biolinks', page.id);
    const [{ host }] = (await query('domains_host_of', 'biolinks', page.id)).rows;
    const html = bioPage({
      ...page,
      canonical: `https://${host}/`,
      isIndexed: !page.noindex,
      hasBranding: page.settings?.show_branding ?? true,
      opensNewTab: page.settings?.open_links_in_new_tab ?? false,
      api: '/v1/apps/biolinks/',
      scripts: '',
    });
    const hash = createHash('sha256').update(html).digest('base64url').slice(0, 27);
    response.set('ETag', `"${page.version}-${hash}"`).set('Cache-Control', 'public, max-age=0, s-maxage=30');
    response.type('html').end(html);
  });
}
