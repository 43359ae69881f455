import { request as requestOf } from 'node:http';
import type { ServedDomain } from '../../src/apps/contracts/domains.js';
import type { Account } from '../support/service.js';
import { Desk } from './shortlinks/desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start({ SHORT_HOST: 'go.example', PUBLIC_URL: 'https://platform.example' });
  ann = await desk.person();
});
afterAll(() => desk.stop());

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** A request with this `Host`, which `fetch` does not send. */
function ask(host: string, path: string, { method = 'GET', body = '', headers = {} } = {}): Promise<Answer> {
  const { port } = new URL(desk.service.url);
  return new Promise((resolve, reject) => {
    const sent = { host, 'content-type': 'application/json', ...headers };
    const request = requestOf({ port, host: '127.0.0.1', path, method, headers: sent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode as number, headers: response.headers, text }));
    });
    request.on('error', reject).end(body);
  });
}

const DOMAIN: ServedDomain = {
  domain_id: '0190a0a0-0000-7000-8000-00000000000d',
  owner_id: '0190a0a0-0000-7000-8000-00000000000a',
  host: 'links.oak.example',
  target_app: 'shortlinks',
  target_id: null,
  redirect_url: null,
  root_url: null,
  not_found_url: null,
};

function serve(more: Partial<ServedDomain> = {}): void {
  const domain = { ...DOMAIN, ...more };
  desk.beside('domains', {
    resolveHost: async (host: string) => (host === domain.host ? domain : null),
    readyFor: async () => DOMAIN.host,
    hostsFor: async () => [DOMAIN.host],
    hosts: async () => new Map([[DOMAIN.domain_id, DOMAIN.host]]),
  });
}

describe('the host of short links', () => {
  it('leads on from its root, and serves nothing of the API but what its pages call', async () => {
    await desk.link(ann, { slug: 'spring', url: 'https://shop.example/spring' });
    const followed = await ask('go.example', '/spring');
    expect([followed.status, followed.headers.location]).toEqual([302, 'https://shop.example/spring']);
    expect((await ask('Go.Example:443', '/SPRING?x=1')).status).toBe(302);
    expect((await ask('go.example', '/links.js')).headers['content-type']).toContain('javascript');
    expect((await ask('go.example', '/nothing')).status).toBe(404);
    expect((await ask('go.example', '/%ff')).status).toBe(400);
    expect((await ask('go.example', '/spring', { method: 'POST', body: '{}' })).status).toBe(404);
    const unlock = { method: 'POST', body: JSON.stringify({ slug: 'nothing', password: 'x' }) };
    expect(JSON.parse((await ask('go.example', '/v1/apps/shortlinks/unlock-link', unlock)).text).error).toBe(
      'Link not found',
    );
    const closed = [
      '/v1/auth/login',
      '/v1/apps/shortlinks/create-link',
      '/v1/apps/products/list-products',
      '/v1/health',
    ];
    for (const path of [...closed, '/.well-known/acme-challenge/x', '/v1/apps/shortlinks'])
      expect([path, (await ask('go.example', path, { method: 'POST', body: '{}' })).status]).toEqual([path, 404]);
  });

  it('answers a preflight of what it serves, and refuses one of what it does not', async () => {
    const preflight = async (path: string) => (await ask('go.example', path, { method: 'OPTIONS' })).status;
    for (const path of ['/spring', '/links.js', '/v1/apps/shortlinks/unlock-link', '/v1/apps/analytics/collect-event'])
      expect([path, await preflight(path)]).toEqual([path, 204]);
    for (const path of ['/v1/apps/shortlinks/create-link', '/v1/apps/products/list-products', '/.well-known/x'])
      expect([path, await preflight(path)]).toEqual([path, 404]);
  });

  it('leaves requests to the names of the platform to the API', async () => {
    for (const host of ['platform.example', '127.0.0.1', 'localhost', 'service', '[::1]'])
      expect([host, (await ask(host, '/v1/health')).status]).toEqual([host, 200]);
    const forwarded = { headers: { 'x-forwarded-host': 'go.example' } };
    // The tests are a trusted proxy.
    expect((await ask('platform.example', '/v1/health', forwarded)).status).toBe(404);
  });
});

describe('a domain of a user', () => {
  it('serves the app that it is mapped to', async () => {
    serve();
    await desk.link(ann, { slug: 'own', url: 'https://shop.example/own', domain_id: DOMAIN.domain_id });
    expect((await ask('links.oak.example', '/own')).headers.location).toBe('https://shop.example/own');
    expect((await ask('links.oak.example', '/')).status).toBe(404);
    serve({ root_url: 'https://oak.example/', not_found_url: 'https://oak.example/lost' });
    expect((await ask('links.oak.example', '/')).headers.location).toBe('https://oak.example/');
    expect((await ask('links.oak.example', '/missing')).headers.location).toBe('https://oak.example/lost');
    expect((await ask('links.oak.example', '/v1/users')).status).toBe(302);
  });

  it('redirects to another host, with path and query where its address ends with a slash', async () => {
    serve({ target_app: 'redirect', redirect_url: 'https://oak.example/' });
    const sent = await ask('links.oak.example', '/a/b?c=d');
    expect([sent.status, sent.headers.location]).toEqual([308, 'https://oak.example/a/b?c=d']);
    expect(sent.headers['cache-control']).toBe('public, max-age=300');
    serve({ target_app: 'redirect', redirect_url: 'https://oak.example/home' });
    expect((await ask('links.oak.example', '/a')).headers.location).toBe('https://oak.example/home');
  });

  it('without a target says so, and an unknown host is refused', async () => {
    serve({ target_app: null });
    const empty = await ask('links.oak.example', '/a');
    expect([empty.status, empty.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(empty.text).toContain('Nothing is published here yet');
    expect((await ask('links.oak.example', '/pages/notice.css')).status).toBe(200);
    expect((await ask('links.oak.example', '/a', { method: 'OPTIONS' })).status).toBe(404);
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
      const unknown = await ask('evil.example', '/v1/feed', { method });
      expect([method, unknown.status, unknown.text]).toEqual([method, 404, '{"error":"Unknown host"}']);
    }
    serve({ target_app: 'blog', target_id: DOMAIN.owner_id });
    expect((await ask('links.oak.example', '/')).status).toBe(404);
  });
});
