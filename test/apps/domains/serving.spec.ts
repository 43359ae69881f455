import { type Account, eventually } from '../../support/service.js';
import { Office } from './office.js';

let office: Office;
let ann: Account;
beforeAll(async () => {
  office = await Office.start();
  ann = await office.person();
  await ann.client.post('/v1/apps/install', { slug: 'shortlinks' }).expect(200);
});
afterAll(() => office.stop());

const link = async (who: Account, input: object) =>
  (await who.client.post('/v1/apps/shortlinks/create-link', input).expect(200)).body.link;
const where = async (host: string, path: string, headers: Record<string, string> = {}) => {
  const opened = await office.open(host, path, { headers });
  return [opened.status, opened.headers.location];
};

describe('an address of the machine', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]'])('is the platform: %s', async (host) => {
    expect((await office.open(host, '/v1/health')).status).toBe(200);
  });
});

describe('a verified host', () => {
  it('shows nothing before it is mapped, and then at once what it is mapped to', async () => {
    expect(JSON.parse((await office.open('new.example', '/')).text)).toEqual({ error: 'Unknown host' });
    const domain = await office.verified(ann, 'new.example');
    const empty = await office.open('New.Example.', '/a');
    expect([empty.status, empty.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(empty.text).toContain('Nothing is published here yet');
    expect((await office.open('new.example', '/v1/apps/blog/x')).text).toContain('Nothing is published here yet');
    expect((await office.open('new.example', '/pages/notice.css')).status).toBe(200);
    await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://oak.example/' });
    const redirected = await office.open('new.example', '/a/b?c=d');
    expect([redirected.status, redirected.headers.location]).toEqual([308, 'https://oak.example/a/b?c=d']);
    expect(redirected.headers['cache-control']).toBe('public, max-age=300');
    await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://oak.example/home' });
    expect(await where('new.example', '/a?b=c')).toEqual([308, 'https://oak.example/home']);
    for (const redirect_url of ['https://oak.example/#/shop/', 'https://oak.example/?at=/shop/']) {
      await office.map(ann, domain, { target_app: 'redirect', redirect_url });
      expect(await where('new.example', '/a')).toEqual([308, redirect_url]);
    }
    await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://oak.example/home' });
    for (const path of ['/v1/apps/shortlinks/public/x', '/v1/apps/analytics/x', '/pages/notice.css'])
      expect([path, await where('new.example', path)]).toEqual([path, [308, 'https://oak.example/home']]);
    await office.map(ann, domain, { target_app: null });
    expect((await office.open('new.example', '/a')).status).toBe(404);
    await office.ask(ann, 'remove-domain', { domain_id: domain.id });
    const unknown = await office.open('new.example', '/a');
    expect([unknown.status, unknown.headers['cache-control'], JSON.parse(unknown.text)]).toEqual([
      404,
      'no-store',
      { error: 'Unknown host' },
    ]);
  });

  it('serves short links, which come back with the domain', async () => {
    const domain = await office.verified(ann, 'links.example');
    const url = 'https://shop.example/spring';
    const input = { url, slug: 'spring', domain_id: domain.id };
    const { body } = await ann.client.post('/v1/apps/shortlinks/create-link', input).expect(409);
    expect(body.error).toBe('Domain is not ready for short links');
    await office.map(ann, domain, { target_app: 'shortlinks', root_url: 'https://oak.example/' });
    expect((await link(ann, input)).short_url).toBe('https://links.example/spring');
    expect(await where('links.example', '/Spring')).toEqual([302, url]);
    expect(await where('links.example', '/')).toEqual([302, 'https://oak.example/']);
    expect((await office.open('links.example', '/lost')).status).toBe(404);
    await office.map(ann, domain, { target_app: 'shortlinks', not_found_url: 'https://lost.example/' });
    expect(await where('links.example', '/lost')).toEqual([302, 'https://lost.example/']);
    const refusal = 'Domain has 1 short links; pass force to remove it';
    await office.expectRefused(ann, 'remove-domain', { domain_id: domain.id }, 409, refusal);
    await office.ask(ann, 'remove-domain', { domain_id: domain.id, force: true });
    expect((await office.open('links.example', '/spring')).status).toBe(404);
    const again = await office.verified(ann, 'links.example');
    await office.map(ann, again, { target_app: 'shortlinks' });
    expect(await where('links.example', '/spring')).toEqual([302, url]);
  });

  it('has nothing of the API but what is public in its app', async () => {
    const domain = await office.verified(ann, 'closed.example');
    await office.map(ann, domain, { target_app: 'shortlinks' });
    const closed = [
      '/v1/apps/shortlinks/create-link',
      '/v1/apps/domains/list-domains',
      '/v1/apps/products/list-products',
      '/v1/apps/domains/public/tls-check?domain=closed.example',
      '/.well-known/acme-challenge/x',
      '/metrics',
      '/v1/auth/sign-in',
      '/v1/health',
      '/v1/apps/available',
    ];
    for (const path of closed) {
      const headers = { authorization: `Bearer ${ann.access_token}` };
      expect([path, (await office.open('closed.example', path, { method: 'POST', headers })).status]).toEqual([
        path,
        404,
      ]);
    }
    expect((await office.open('closed.example', '/v1/apps/shortlinks/public/links.css')).status).toBe(200);
    // The app answers unknown addresses by a page, and is not asked for these.
    for (const path of ['/.well-known/x', '/.well-known', '/%2ewell-known/x', '/%2Ewell%2Dknown%2Fx'])
      expect([path, (await office.open('closed.example', path)).text]).toEqual([path, '{"error":"Page not found"}']);
  });

  it('is asked for by https, unless its owner says otherwise', async () => {
    const domain = await office.verified(ann, 'plain.example');
    await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://oak.example/' });
    const http = { 'x-forwarded-proto': 'http' };
    expect(await where('plain.example', '/a?b=c', http)).toEqual([308, 'https://plain.example/a?b=c']);
    expect(await where('plain.example', 'http://evil.example/x', http)).toEqual([308, 'https://plain.example/']);
    expect(await where('plain.example', '//evil.example/x', http)).toEqual([
      308,
      'https://plain.example//evil.example/x',
    ]);
    expect((await where('plain.example', '/.well-known/acme-challenge/x', http))[1]).toMatch(/^https:\/\/oak\.example/);
    const eve = await office.person();
    await office.ask(eve, 'update-settings', { force_https: false });
    const other = await office.verified(eve, 'other.example');
    await office.map(eve, other, { target_app: 'redirect', redirect_url: 'https://oak.example/' });
    expect(await where('other.example', '/a', http)).toEqual([308, 'https://oak.example/a']);
  });

  it('of a banned or suspended owner is gone', async () => {
    for (const status of ['banned', 'suspended'] as const) {
      const eve = await office.person();
      await eve.client.post('/v1/apps/install', { slug: 'shortlinks' }).expect(200);
      const domain = await office.verified(eve, `${status}.example`);
      await office.map(eve, domain, { target_app: 'shortlinks' });
      await link(eve, { url: 'https://shop.example/', slug: 'x', domain_id: domain.id });
      await office.service.setStatus(eve.id, status);
      const { domain_id } = domain;
      for (const path of ['/x', '/']) {
        const gone = await office.open(domain.host, path);
        expect([path, gone.status, gone.headers['cache-control']]).toEqual([path, 410, 'no-store']);
      }
      expect((await office.open(domain.host, '/pages/notice.css')).status).toBe(200);
      expect((await office.row({ domain_id })).status).toBe('verified');
    }
  });

  it('counts as seen once a day', async () => {
    const domain = await office.verified(ann, 'seen.example');
    const seenOn = async () =>
      (await office.rows(`SELECT last_seen_on::text AS day FROM ext_domains.domains WHERE id = $1`, domain.id))[0].day;
    expect(await seenOn()).toBeNull();
    const today = new Date().toISOString().slice(0, 10);
    await office.open('seen.example', '/');
    await eventually(async () => expect(await seenOn()).toBe(today));
    await office.set(domain, `last_seen_on = '2020-01-01'`);
    // A certificate says nothing about visitors, and today is written already.
    const certified = await office.open('hub.example', '/v1/apps/domains/public/tls-check?domain=seen.example');
    expect(certified.status).toBe(200);
    await office.open('seen.example', '/');
    expect(await seenOn()).toBe('2020-01-01');
  });

  it('is the one that a trusted proxy names', async () => {
    const domain = await office.verified(ann, 'proxied.example');
    await office.map(ann, domain, { target_app: 'redirect', redirect_url: 'https://oak.example/' });
    expect(await where('edge.internal', '/', { 'x-forwarded-host': 'proxied.example' })).toEqual([
      308,
      'https://oak.example/',
    ]);
  });
});

describe('the edge', () => {
  const asked = async (domain: string, headers: Record<string, string> = {}) => {
    const path = `/v1/apps/domains/public/tls-check?domain=${encodeURIComponent(domain)}`;
    const { status, text, headers: sent } = await office.open('hub.example', path, { headers });
    return [status, text, sent['cache-control']];
  };

  it('gets certificates for verified hosts alone', async () => {
    const pending = await office.add(ann, 'certified.example');
    expect(await asked('certified.example')).toEqual([404, 'unknown', 'no-store']);
    office.prove(pending);
    await office.verify(ann, pending);
    for (const host of ['Certified.example', 'certified.example.'])
      expect(await asked(host)).toEqual([200, 'ok', 'no-store']);
    for (const host of ['', 'x.certified.example', 'hub.example', `'; DROP TABLE`])
      expect([host, (await asked(host))[0]]).toEqual([host, 404]);
    expect((await office.open('hub.example', '/v1/apps/domains/public/tls-check')).status).toBe(404);
    await office.ask(ann, 'remove-domain', { domain_id: pending.id });
    expect((await asked('certified.example'))[0]).toBe(404);
  });

  it('is told by its address where the operator says so', async () => {
    const closed = await Office.start({ TLS_CHECK_ALLOW: '198.51.100.0/24' });
    const eve = await closed.person();
    await closed.verified(eve, 'closed.example');
    const path = '/v1/apps/domains/public/tls-check?domain=closed.example';
    const from = async (address: string) =>
      (await closed.open('hub.example', path, { headers: { 'x-forwarded-for': address } })).status;
    expect([await from('198.51.100.7'), await from('203.0.113.7')]).toEqual([200, 404]);
    await closed.stop();
  });

  it('alone may say which host was asked for', async () => {
    const bare = await Office.start({ TRUST_PROXY: '192.0.2.1' });
    const eve = await bare.person();
    const domain = await bare.verified(eve, 'spoofed.example');
    await bare.map(eve, domain, { target_app: 'redirect', redirect_url: 'https://oak.example/' });
    const headers = { 'x-forwarded-host': 'spoofed.example' };
    expect((await bare.open('hub.example', '/v1/health', { headers })).status).toBe(200);
    // Nor whether it was asked for by https.
    expect((await bare.open('spoofed.example', '/x')).headers.location).toBe('https://spoofed.example/x');
    await bare.stop();
  });
});
