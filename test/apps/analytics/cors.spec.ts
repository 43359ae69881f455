import { Desk, type SiteAnswer } from './desk.js';

const PATH = '/v1/apps/analytics/collect-event';
const PAGE = 'https://shop.example';

let desk: Desk;
let site: SiteAnswer;
beforeAll(async () => {
  desk = await Desk.start({ CORS_ORIGINS: 'https://app.example' });
  site = await desk.site(await desk.owner());
});
afterAll(() => desk.stop());

const preflight = (path: string, origin: string) =>
  fetch(`${desk.service.url}${path}`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });

it('pages of all origins may send events, without credentials', async () => {
  for (const origin of [PAGE, 'https://app.example', 'null']) {
    const { status, headers } = await preflight(PATH, origin);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-max-age')).toBe('86400');
    expect(headers.get('access-control-allow-headers')).toContain('Content-Type');
    expect(headers.get('access-control-allow-methods')).toContain('POST');
  }
  const url = `${PAGE}/`;
  for (const [site_key, status] of [[site.site_key, 200], ['unknownunknownun', 404]] as const) {
    const answer = await fetch(`${desk.service.url}${PATH}`, {
      method: 'POST',
      headers: { origin: PAGE, 'content-type': 'application/json', ...desk.browser() },
      body: JSON.stringify({ site_key, url }),
    });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
  }
}); // prettier-ignore

it('no other action has that', async () => {
  for (const path of ['/v1/apps/analytics/create-site', `${PATH}/`, '/v1/apps/analytics/get-report']) {
    const { headers } = await preflight(path, PAGE);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const own = await preflight(path, 'https://app.example');
    expect(own.headers.get('access-control-allow-origin')).toBe('https://app.example');
  }
});
