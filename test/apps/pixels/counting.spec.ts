import { randomUUID } from 'node:crypto';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BOT, CHROME, Desk, GMAIL, META, YAHOO } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
afterAll(() => desk.stop());

const NONE = { bot: 0, host_not_allowed: 0, paused: 0, opted_out: 0, rate_limited: 0 };
const attached = async (input: object, more: object = {}) => {
  const pixel = await desk.pixel(ann, { ...input, ...more });
  const page = await desk.page(ann, 'biolinks');
  const { attachments } = await desk.attach(ann, pixel, page);
  return { pixel, page, path: `fired/${attachments[0].id}`, attachment_id: attachments[0].id as string };
};

describe('the picture of an own pixel', () => {
  it('is answered and counted, as its contract tells', async () => {
    const pixel = await desk.pixel(ann);
    const opened = await desk.picture(pixel, '?e=open&r=issue-14', { 'cf-ipcountry': 'DE' });
    expect(opened.status).toBe(200);
    expect(opened.headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'no-store, private',
      pragma: 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'content-length': '43',
    });
    expect(opened.headers['set-cookie']).toBeUndefined();
    expect([opened.body.length, opened.body.subarray(0, 6).toString()]).toEqual([43, 'GIF89a']);
    expect(await desk.events(pixel)).toEqual([
      {
        name: 'open',
        ref: 'issue-14',
        host: null,
        country: 'DE',
        device: 'desktop',
        is_proxied: false,
        attachment_id: null,
      },
    ]);
    const stats = await desk.stats(ann, pixel);
    expect(stats).toMatchObject({
      events: 1,
      visitors: 1,
      proxied: 0,
      by_event: [{ value: 'open', events: 1, visitors: 1 }],
      by_ref: [{ value: 'issue-14', events: 1, visitors: 1 }],
      by_host: [],
      by_target: [],
      countries: [{ value: 'DE', events: 1, visitors: 1 }],
      devices: [{ value: 'desktop', events: 1, visitors: 1 }],
    });
    expect((await desk.rows('SELECT * FROM ext_pixels.events WHERE pixel_id = $1', pixel.id))[0]).toEqual(
      expect.not.objectContaining({ address: expect.anything(), user_agent: expect.anything() }),
    );
  });

  it('drops names and references of another form, and counts nevertheless', async () => {
    const pixel = await desk.pixel(ann);
    for (const query of [
      '',
      '?e=Open&r=somebody@example.com',
      '?e=a%20b&r=a%2Fb',
      `?e=${'a'.repeat(41)}&r=${'r'.repeat(65)}`,
      '?r=a%40b&e=',
      '?e=%C3%A4&r=%F0%9F%99%82',
      '?e=%00&r=%E0%A4%A',
    ])
      expect((await desk.picture(pixel, query)).status).toBe(200);
    const counted = (await desk.events(pixel)).map(({ name, ref }) => [name, ref]);
    expect(counted).toEqual(Array.from({ length: 7 }, () => ['view', null]));
    await desk.picture(pixel, '?e=a_b.c-9&r=A:b_c.d-9');
    expect((await desk.events(pixel)).at(-1)).toMatchObject({ name: 'a_b.c-9', ref: 'A:b_c.d-9' });
  });

  it('is the same for every key, known or not', async () => {
    const deleted = await desk.pixel(ann);
    await desk.picture(deleted);
    await desk.ask(ann, 'delete-pixel', { pixel_id: deleted.id });
    const rotated = await desk.pixel(ann);
    await desk.ask(ann, 'update-pixel', { pixel_id: rotated.id, rotate_key: true });
    for (const key of [deleted.key, rotated.key, 'no-such-key', 'a', '%C3%A4', `'%20OR%201=1`, 'x'.repeat(5000)]) {
      const { status, body } = await desk.open(`${key}.gif`);
      expect([status, body.length]).toEqual([200, 43]);
    }
    expect((await desk.open('')).status).toBe(404);
    await desk.service.jobsDone();
    expect([await desk.events(deleted), await desk.events(rotated)]).toEqual([[], []]);
  });

  it('counts on the hosts that are allowed alone, and in no mail then', async () => {
    const pixel = await desk.pixel(ann, { name: 'Site', provider: 'own', allowed_hosts: ['shop.example'] });
    const from = (referer: string) => desk.picture(pixel, '', { referer });
    for (const page of ['https://shop.example/', 'https://www.Shop.example/x', 'http://a.b.shop.example'])
      await from(page);
    for (const page of ['https://evilshop.example/', 'https://shop.example.evil.example/', 'shop.example', ''])
      await from(page);
    await desk.picture(pixel);
    await desk.picture(pixel, '', { 'user-agent': GMAIL });
    expect((await desk.events(pixel)).map(({ host }) => host)).toEqual([
      'shop.example',
      'shop.example',
      'a.b.shop.example',
    ]);
    expect(await desk.dropped(ann, pixel)).toEqual({ ...NONE, host_not_allowed: 6 });
  });

  it('tells the proxies of mail services apart, and leaves robots out', async () => {
    const pixel = await desk.pixel(ann);
    for (const agent of [GMAIL, YAHOO]) await desk.picture(pixel, '?e=open', { 'user-agent': agent });
    await desk.picture(pixel, '?e=open');
    for (const agent of [BOT, '']) await desk.picture(pixel, '', { 'user-agent': agent });
    await desk.picture(pixel, '', { 'sec-purpose': 'prefetch' });
    const head = await desk.open(`${pixel.key}.gif`, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    await desk.open(`${pixel.key}.gif`, { 'user-agent': GMAIL }, 'HEAD');
    expect(await desk.stats(ann, pixel)).toMatchObject({ events: 3, proxied: 2 });
    const { events, dropped } = await desk.ask(ann, 'list-events', { pixel_id: pixel.id });
    expect(events.map(({ is_proxied }: any) => is_proxied)).toEqual([false, true, true]);
    expect(dropped).toEqual(NONE);
    expect(await desk.dropped(ann, pixel)).toEqual({ ...NONE, bot: 5 });
  });

  it('counts nobody who has opted out, unless its owner says so', async () => {
    const eve = await desk.person();
    const pixel = await desk.pixel(eve);
    const open = async () => {
      for (const header of ['dnt', 'sec-gpc']) {
        await desk.picture(pixel, '', { [header]: '1' });
        await desk.picture(pixel, '', { [header]: '0' });
      }
      return (await desk.events(pixel)).length;
    };
    expect(await open()).toBe(2);
    await desk.ask(eve, 'update-settings', { respect_opt_out: false });
    expect(await open()).toBe(6);
    expect(await desk.dropped(eve, pixel)).toEqual({ ...NONE, opted_out: 2 });
  });

  it('counts nothing while it is paused, or its owner is banned', async () => {
    const eve = await desk.person();
    const pixel = await desk.pixel(eve);
    await desk.ask(eve, 'update-pixel', { pixel_id: pixel.id, status: 'paused' });
    expect((await desk.picture(pixel)).status).toBe(200);
    await desk.ask(eve, 'update-pixel', { pixel_id: pixel.id, status: 'active' });
    for (const status of ['banned', 'suspended'] as const) {
      await desk.service.setStatus(eve.id, status);
      expect((await desk.picture(pixel)).status).toBe(200);
    }
    await desk.service.setStatus(eve.id, 'active');
    expect(await desk.events(pixel)).toEqual([]);
    expect(await desk.dropped(eve, pixel)).toEqual({ ...NONE, paused: 1 });
  });

  it('counts thirty of fifty that one visitor asks for at once', async () => {
    const pixel = await desk.pixel(ann);
    const headers = desk.visitor();
    const opened = await desk.inOneWindow(() => atOnce(50, () => desk.picture(pixel, '', headers)));
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await desk.events(pixel)).toHaveLength(30);
    expect(await desk.stats(ann, pixel)).toMatchObject({ events: 30, visitors: 1 });
    expect(await desk.dropped(ann, pixel)).toEqual({ ...NONE, rate_limited: 20 });
  });
});

describe('what a page reports', () => {
  it('is one event of a visitor and an attachment in ten seconds', async () => {
    const { pixel, path, page, attachment_id } = await attached(META);
    const headers = { ...desk.visitor(), referer: 'https://www.ann.example/', 'cf-ipcountry': 'FR' };
    const opened = await desk.inOneWindow(() => atOnce(20, () => desk.open(path, headers)));
    expect(opened[0]).toMatchObject({ status: 204, headers: { 'cache-control': 'no-store' } });
    expect(await desk.events(pixel)).toEqual([
      {
        name: 'PageView',
        ref: null,
        host: 'ann.example',
        country: 'FR',
        device: 'desktop',
        is_proxied: false,
        attachment_id,
      },
    ]);
    await desk.open(path, { ...headers, 'user-agent': `${CHROME} Other` });
    await desk.open(path, { 'user-agent': BOT });
    await desk.open(path, {}, 'HEAD');
    await desk.open(path, { 'sec-gpc': '1' });
    await desk.open(path, { dnt: '1' });
    expect(await desk.dropped(ann, pixel)).toEqual({ ...NONE, bot: 2, opted_out: 1, rate_limited: 19 });
    const { events } = await desk.ask(ann, 'list-events', { pixel_id: pixel.id, limit: 2 });
    expect(events).toHaveLength(2);
    const target = { ...page, label: 'My page', url: desk.addressOf(page), missing: false };
    expect(events[0]).toEqual({
      name: 'PageView',
      ref: null,
      host: null,
      target,
      country: null,
      device: 'desktop',
      is_proxied: false,
      created_at: expect.any(String),
    });
    expect((await desk.stats(ann, pixel)).by_target).toEqual([
      { value: attachment_id, events: 3, visitors: 3, target },
    ]);
    await desk.ask(ann, 'detach-pixel', { pixel_id: pixel.id });
    await desk.open(path);
    const { by_target, events: counted } = await desk.stats(ann, pixel);
    expect([counted, by_target]).toEqual([3, [{ value: attachment_id, events: 3, visitors: 3, target: null }]]);
  });

  it('is answered for whatever is asked for', async () => {
    for (const path of [`fired/${randomUUID()}`, 'fired/x', 'fired/%C3%A4', `fired/${'9'.repeat(3000)}`])
      expect((await desk.open(path)).status).toBe(204);
    expect((await desk.open('fired/')).status).toBe(404);
  });

  it('is an event of an own pixel too, whose opt-out is its owner’s setting', async () => {
    const { pixel, path } = await attached({ name: 'Own', provider: 'own', allowed_hosts: ['shop.example'] });
    await desk.open(path);
    await desk.open(path, { dnt: '1' });
    expect(await desk.events(pixel)).toMatchObject([{ name: 'PageView', host: null }]);
    await desk.ask(ann, 'update-pixel', { pixel_id: pixel.id, status: 'paused' });
    await desk.open(path);
    expect(await desk.dropped(ann, pixel)).toEqual({ ...NONE, opted_out: 1, paused: 1 });
  });
});

describe('the newest events', () => {
  it('are those with a name, if one is asked for', async () => {
    const pixel = await desk.pixel(ann);
    for (const name of ['open', 'click', 'open']) await desk.picture(pixel, `?e=${name}`);
    const names = async (input: object) =>
      (await desk.ask(ann, 'list-events', { pixel_id: pixel.id, ...input })).events.map(({ name }: any) => name);
    expect(await names({})).toEqual(['open', 'click', 'open']);
    expect(await names({ name: 'open' })).toEqual(['open', 'open']);
    expect(await names({ name: 'open', limit: 1 })).toEqual(['open']);
    expect(await names({ name: 'PageView', limit: 1000 })).toEqual([]);
    for (const wrong of [{ limit: 0 }, { name: 'a b' }, { name: '' }])
      await desk.call(ann, 'list-events', { pixel_id: pixel.id, ...wrong }).expect(400);
  });
});

describe('the script', () => {
  it('is kept for an hour, and asked for by its ETag then', async () => {
    const { status, headers, body } = await desk.open('pixels.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    expect(headers['content-type']).toContain('text/javascript');
    expect(body.length).toBeLessThan(12_000);
    const again = await desk.open('pixels.js', { 'if-none-match': headers.etag as string });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });
});
