import type { Account } from '../../support/service.js';
import { BOT, day, Desk, type SiteAnswer } from './desk.js';

let desk: Desk;
let ann: Account;
let site: SiteAnswer;
beforeAll(async () => {
  desk = await Desk.start();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ann = await desk.owner();
  site = await desk.site(ann);
});

const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${desk.service.url}/v1/apps/analytics/public/${path}`, { method, headers: { ...desk.browser(), ...headers } });

describe('the script', () => {
  it('is small, kept for a day, and has an ETag', async () => {
    const answer = await open('script.js');
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(text.length).toBeLessThan(2048);
    // It is loaded as a script that is no module.
    expect(() => new Function(text)).not.toThrow();
    const etag = answer.headers.get('etag') as string;
    expect((await open('script.js', { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('the picture', () => {
  const gif = async (query: string, headers = {}, method = 'GET') => {
    const answer = await open(`event.gif${query}`, headers, method);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/gif');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return Buffer.from(await answer.arrayBuffer());
  };

  it('has 43 bytes, and records what is asked', async () => {
    const url = encodeURIComponent('https://shop.example/mail/?utm_source=letter');
    const from = encodeURIComponent('https://mail.example/');
    const bytes = await gif(`?s=${site.site_key}&u=${url}&r=${from}&n=Opened`);
    expect(bytes).toHaveLength(43);
    expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
    await gif(`?s=${site.site_key}`, { referer: 'https://shop.example/page' });
    expect(await desk.events(site)).toMatchObject([
      { name: 'Opened', path: '/mail', utm_source: 'letter', referrer_host: 'mail.example' },
      { name: 'pageview', path: '/page', referrer_host: null },
    ]);
  });

  it('is answered for every input, of which nothing else is recorded', async () => {
    const here = encodeURIComponent('https://shop.example/');
    const queries = ['', '?s=', '?s=unknown', '?s=%00', '?u=%', '?u=%ff&n=%', '?s=a&s=b&s[x]=1', `?s=${site.site_key}`, `?s=${site.site_key}&u=nonsense`,
      `?s=${site.site_key}&u=https://other.example/`, `?s=${site.site_key}&u=${here}&n=%3Cb%3E`,
      `?s=${site.site_key}&u=${here}${'a'.repeat(2100)}`, `?s=${site.site_key}&u=${here}&r=${'a'.repeat(2100)}`]; // prettier-ignore
    for (const query of queries) expect(await gif(query)).toHaveLength(43);
    await gif(`?s=${site.site_key}&u=${here}`, { 'user-agent': BOT });
    await gif(`?s=${site.site_key}&u=${here}`, {}, 'HEAD');
    expect(await desk.events(site)).toEqual([]);
  });
});

describe('a shared dashboard', () => {
  const NAME = 'Fish & <b>Chips</b>';
  const share = async () => {
    await desk.past(site, [
      { at: `${day(2)}T10:00:00Z`, path: '/<script>', referrer_host: 'mail.example', country: 'DE' },
      { at: `${day(2)}T11:00:00Z`, path: '/', name: 'Buy', visitor: 2 },
    ]);
    const { share_token } = await desk.change(ann, site, { shared: true, name: NAME });
    return share_token as string;
  };

  it('is a page without scripts, which nobody indexes', async () => {
    const answer = await open(`share/${await share()}`);
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(text).toContain('Fish &amp; &lt;b&gt;Chips&lt;/b&gt;');
    expect(text).toContain('/&lt;script&gt;');
    expect(text).toContain('Germany');
    expect(text).not.toMatch(/<script| style=| on\w+=/);
    expect((await open('share/share.css')).headers.get('content-type')).toContain('text/css');
  });

  it('has the same figures as JSON, without goals and props', async () => {
    const token = await share();
    const answer = await open(`share/${token}.json`);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const shown = (await answer.json()) as Record<string, any>;
    expect(Object.keys(shown).sort()).toEqual(['breakdowns', 'compare', 'current_visitors', 'from', 'period', 'series', 'site', 'timezone', 'to', 'totals']); // prettier-ignore
    expect(shown).toMatchObject({ site: { name: NAME, domain: 'shop.example' }, period: '30d', to: day(0) });
    expect(shown.totals).toEqual((await desk.report(ann, site)).totals);
    expect(shown.breakdowns.country).toEqual([{ value: 'DE', visitors: 1, pageviews: 1, visits: 1 }]);
  });

  it('takes the periods of reports, and shows thirty days for any other', async () => {
    const token = await share();
    for (const period of ['realtime', 'today', 'yesterday', '7d', '30d', 'month', '12mo']) {
      expect(await (await open(`share/${token}.json?period=${period}`)).json()).toMatchObject({ period });
      expect((await open(`share/${token}?period=${period}`)).status).toBe(200);
    }
    expect(await (await open(`share/${token}.json?period=x`)).json()).toMatchObject({ period: '30d' });
  });

  it('is gone when it is no longer shared, and unknown otherwise', async () => {
    const token = await share();
    await desk.change(ann, site, { shared: false });
    for (const path of [token, `${token}.json`, 'x', 'a'.repeat(32)]) {
      expect((await open(`share/${path}`)).status).toBe(404);
    }
  });
});
