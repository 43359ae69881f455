import fc from 'fast-check';
import { networkId, PROVIDERS } from '../../../src/apps/pixels/networks/networks.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Desk, META, OWN } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
});
afterAll(() => desk.stop());

const UUID = '0190a0a0-0000-7000-8000-0000000000ab';
/** Of each network, an id as somebody may paste it, and as it is stored. */
const IDS: Record<string, [pasted: string, stored: string]> = {
  meta: [' 123456789012345 ', '123456789012345'],
  google_analytics: ['g-abc123', 'G-ABC123'],
  google_ads: ['aw-1234567890', 'AW-1234567890'],
  tiktok: ['c4aabbccddeeff001122', 'C4AABBCCDDEEFF001122'],
  linkedin: ['1234567', '1234567'],
  pinterest: ['2612345678901', '2612345678901'],
  snapchat: [UUID.toUpperCase(), UUID],
  x: ['O1ABC', 'o1abc'],
  reddit: ['T2_abcd12', 't2_abcd12'],
};
const WRONG = [
  '12',
  'GTM-ABC123',
  `<script>fbq('init', '123456789012345')</script>`,
  "1');alert('1",
  '１２３４５６７８９０１',
  'x_y',
];

describe('a pixel of a network', () => {
  it.each(Object.entries(IDS))(
    'of %s has an id of its shape, however it was pasted',
    async (provider, [pasted, stored]) => {
      const pixel = await desk.pixel(ann, { name: provider, provider, external_id: pasted });
      expect(pixel).toMatchObject({
        provider,
        external_id: stored,
        key: null,
        gif_url: null,
        html: null,
        consent: 'required',
        status: 'active',
        allowed_hosts: [],
        attachment_count: 0,
        events: 0,
        last_event_at: null,
      });
      for (const external_id of WRONG)
        await desk.refused(
          ann,
          'create-pixel',
          { name: 'x', provider, external_id },
          400,
          `Invalid id for ${provider}`,
        );
      for (const input of [{}, { external_id: '  ' }])
        await desk.refused(ann, 'create-pixel', { name: 'x', provider, ...input }, 400, 'external_id is required');
      const again = { name: 'again', provider, external_id: stored };
      await desk.refused(ann, 'create-pixel', again, 409, 'Pixel already exists');
      await desk.pixel(bob, again);
    },
  );

  it('takes no hosts, and nothing that is no provider', async () => {
    for (const wrong of [
      { ...META, allowed_hosts: ['shop.example'] },
      { ...META, provider: 'gtm' },
      { ...META, name: ' ' },
      { ...META, name: 'a'.repeat(81) },
      { ...META, consent: 'yes' },
      { ...META, external_id: 123456789012345 },
      { ...META, key: 'a'.repeat(16) },
    ])
      await desk.call(ann, 'create-pixel', wrong).expect(400);
  });

  it('is never anything that could end a string or an element, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PROVIDERS),
        fc.oneof(fc.string(), fc.stringMatching(/^[\w'"<>/; -]{4,24}$/)),
        (provider, text) => {
          const id = networkId(provider, text);
          expect(id === undefined || /^[A-Za-z0-9_-]{4,36}$/.test(id)).toBe(true);
          if (id !== undefined) expect(networkId(provider, id)).toBe(id);
        },
      ),
    );
  });
});

describe('an own pixel', () => {
  it('has a picture, and hosts that are cut out of addresses', async () => {
    const allowed_hosts = ['https://www.Shop.example/path?x', 'blog.example.', 'shop.example', 'münchen.example'];
    const pixel = await desk.pixel(ann, { ...OWN, consent: 'not_required', allowed_hosts });
    expect(pixel).toMatchObject({ external_id: null, consent: 'not_required' });
    expect(pixel.key).toMatch(/^[a-z0-9]{16}$/);
    expect(pixel.gif_url).toBe(`https://hub.example/v1/apps/pixels/public/${pixel.key}.gif`);
    expect(pixel.html).toContain(`<img src="${pixel.gif_url}" width="1" height="1" alt=""`);
    expect(pixel.allowed_hosts).toEqual(['www.shop.example', 'blog.example', 'shop.example', 'xn--mnchen-3ya.example']);
    const { embed } = await desk.show(ann, pixel);
    expect(embed).toEqual({
      gif_url: pixel.gif_url,
      html: pixel.html,
      merge_hint: expect.stringContaining('r=REFERENCE'),
    });
    await desk.refused(ann, 'create-pixel', { ...OWN, external_id: '123' }, 400, 'An own pixel has no external_id');
    for (const host of [
      'localhost',
      '10.0.0.1',
      'javascript:alert(1)',
      'ftp://shop.example',
      'a b',
      'user@shop.example',
      '',
    ])
      await desk.call(ann, 'create-pixel', { ...OWN, allowed_hosts: [host] }).expect(400);
    const many = Array.from({ length: 21 }, (_, n) => `h${n}.example`);
    await desk.call(ann, 'create-pixel', { ...OWN, allowed_hosts: many }).expect(400);
  });

  it('begins with the consent that its owner has set', async () => {
    const eve = await desk.person();
    await desk.ask(eve, 'update-settings', { default_consent: 'not_required' });
    expect((await desk.pixel(eve)).consent).toBe('not_required');
    expect((await desk.pixel(eve, { ...OWN, consent: 'required' })).consent).toBe('required');
    for (const wrong of [
      { privacy_url: 'javascript:alert(1)' },
      { privacy_url: 'shop.example' },
      { consent_text: 'a'.repeat(301) },
      { consent_text: '' },
      { respect_opt_out: 'yes' },
    ])
      await desk.call(eve, 'update-settings', wrong).expect(400);
    const { settings } = await desk.ask(eve, 'update-settings', { privacy_url: 'https://shop.example/privacy' });
    expect(settings).toEqual({
      default_consent: 'not_required',
      respect_opt_out: true,
      consent_text: 'This page uses advertising cookies.',
      privacy_url: 'https://shop.example/privacy',
    });
  });
});

describe('a change', () => {
  it('sets what is given, and refuses what a new pixel would be refused', async () => {
    const eve = await desk.person();
    const [meta, own] = [await desk.pixel(eve, META), await desk.pixel(eve)];
    const other = await desk.pixel(eve, { ...META, external_id: '9999999999' });
    const change = async (pixel: { id: string }, input: object) =>
      (await desk.ask(eve, 'update-pixel', { pixel_id: pixel.id, ...input })).pixel;
    expect(await change(meta, { name: 'Ads', status: 'paused', consent: 'not_required' })).toMatchObject({
      name: 'Ads',
      status: 'paused',
      consent: 'not_required',
      external_id: META.external_id,
    });
    expect((await change(meta, { external_id: ' 5555555555 ' })).external_id).toBe('5555555555');
    expect((await change(meta, {})).name).toBe('Ads');
    expect((await change(own, { allowed_hosts: ['https://shop.example/'] })).allowed_hosts).toEqual(['shop.example']);
    expect((await change(own, { allowed_hosts: [] })).key).toBe(own.key);
    const rotated = await change(own, { rotate_key: true });
    expect(rotated.key).not.toBe(own.key);
    expect(rotated.gif_url).toContain(rotated.key);
    const refused = (pixel: { id: string }, input: object, status: number, error: string) =>
      desk.refused(eve, 'update-pixel', { pixel_id: pixel.id, ...input }, status, error);
    await refused(meta, { external_id: other.external_id }, 409, 'Pixel already exists');
    await refused(meta, { external_id: 'G-ABC123' }, 400, 'Invalid id for meta');
    await refused(meta, { external_id: '' }, 400, 'external_id is required');
    await refused(meta, { rotate_key: true }, 400, 'Only own pixels have a key');
    await refused(own, { external_id: '1234567890' }, 400, 'An own pixel has no external_id');
    for (const [pixel, input] of [
      [own, { rotate_key: false }],
      [meta, { allowed_hosts: ['shop.example'] }],
      [own, { provider: 'meta' }],
      [own, { status: 'deleted' }],
    ])
      await desk.call(eve, 'update-pixel', { pixel_id: pixel.id, ...input }).expect(400);
    for (const action of [
      'update-pixel',
      'get-pixel',
      'delete-pixel',
      'detach-pixel',
      'get-pixel-stats',
      'list-events',
    ])
      await desk.refused(bob, action, { pixel_id: own.id }, 403, 'Forbidden');
  });

  it('is lost by all but one of twenty who take the same id', async () => {
    const eve = await desk.person();
    const pixels = await Promise.all(
      Array.from({ length: 20 }, (_, n) => desk.pixel(eve, { ...META, external_id: `1000000000${n}` })),
    );
    const answers = await atOnce(20, (n) =>
      desk.call(eve, 'update-pixel', { pixel_id: pixels[n].id, external_id: '7777777777' }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Pixel already exists' }]);
  });
});

describe('the limit', () => {
  it('is a hundred pixels, of twenty callers at once too', async () => {
    const eve = await desk.person();
    await desk.rows(
      `INSERT INTO ext_pixels.pixels (owner_id, name, provider, key)
       SELECT $1, 'p' || n, 'own', lpad(n::text, 16, 'k') FROM generate_series(1, 90) n`,
      eve.id,
    );
    const answers = await atOnce(20, () => desk.call(eve, 'create-pixel', OWN));
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    expect(refusals(answers)).toEqual([{ error: 'Pixel limit reached' }]);
    const same = await atOnce(20, () => desk.call(bob, 'create-pixel', { ...META, external_id: '4444444444' }));
    expect(tally(same)).toEqual({ 200: 1, 409: 19 });
  });
});

describe('the list', () => {
  it('is the caller’s, newest first, page by page, and by what is asked for', async () => {
    const eve = await desk.person();
    const [meta, own, x] = [
      await desk.pixel(eve, META),
      await desk.pixel(eve),
      await desk.pixel(eve, { name: 'X', provider: 'x', external_id: 'o1abc' }),
    ];
    const link = await desk.link(eve);
    const target = { target_app: 'shortlinks', target_id: link.id } as const;
    await desk.attach(eve, meta, target);
    await desk.attach(eve, own, target);
    await desk.ask(eve, 'update-pixel', { pixel_id: x.id, status: 'paused' });
    const ids = async (input: object) =>
      (await desk.ask(eve, 'list-pixels', input)).pixels.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual([x.id, own.id, meta.id]);
    const first = await desk.ask(eve, 'list-pixels', { limit: 2 });
    expect(await ids({ limit: 2, cursor: first.next_cursor })).toEqual([meta.id]);
    expect(await ids({ provider: 'own' })).toEqual([own.id]);
    expect(await ids({ status: 'paused' })).toEqual([x.id]);
    expect(await ids(target)).toEqual([own.id, meta.id]);
    expect(await ids({ ...target, target_app: 'blog' })).toEqual([]);
    expect(await ids({ ...target, provider: 'meta', status: 'active' })).toEqual([meta.id]);
    await desk.picture(own);
    const [, shown] = (await desk.ask(eve, 'list-pixels')).pixels;
    expect(shown).toMatchObject({ attachment_count: 1, events: 1, last_event_at: expect.any(String) });
    for (const part of [{ target_app: 'blog' }, { target_id: link.id }])
      await desk.refused(eve, 'list-pixels', part, 400, 'Give both target_app and target_id');
    for (const wrong of [
      { provider: 'gtm' },
      { status: 'gone' },
      { limit: 0 },
      { target_app: 'qr', target_id: link.id },
    ])
      await desk.call(eve, 'list-pixels', wrong).expect(400);
  });
});
