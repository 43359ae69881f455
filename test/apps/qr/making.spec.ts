import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { logo, MENU, Workshop } from './workshop.js';

let shop: Workshop;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  shop = await Workshop.start();
  [ann, bob] = await Promise.all([shop.person('shortlinks'), shop.person('shortlinks')]);
});
afterAll(() => shop.stop());

const PUBLIC = 'https://hub.example/v1/apps/qr/public';
const url = { kind: 'url', content: { url: MENU } };
const make = (more: object) => ({ name: 'A code', ...url, ...more });

describe('a new code', () => {
  it('is dynamic if it is an address, and holds an address of its own', async () => {
    const code = await shop.code(ann, {
      style: { foreground: '#14213d', shape: 'rounded' },
      tags: ['in', 'in', 'out'],
    });
    expect(code.key).toMatch(/^[2-9a-hjkmnp-z]{8}$/);
    expect(code).toMatchObject({
      owner_id: ann.id,
      mode: 'dynamic',
      payload: `${PUBLIC}/${code.key}`,
      scan_url: `${PUBLIC}/${code.key}`,
      target: MENU,
      content: { url: MENU },
      image_urls: {
        svg: `${PUBLIC}/image/${code.key}.svg`,
        png: `${PUBLIC}/image/${code.key}.png`,
        default: `${PUBLIC}/image/${code.key}.svg`,
      },
      symbol_version: 4,
      version: 1,
      status: 'active',
      tags: ['in', 'out'],
      has_logo: false,
      scans: 0,
      batch_id: null,
    });
    expect(code.logo_png).toBeUndefined();
  });

  it('is static otherwise, and holds its content', async () => {
    const text = await shop.code(ann, { kind: 'text', content: { text: 'Hello' }, is_image_public: true });
    expect(text).toMatchObject({
      mode: 'static',
      payload: 'Hello',
      scan_url: null,
      target: null,
      is_image_public: true,
    });
    const address = await shop.code(ann, { mode: 'static', content: { url: 'HTTPS://Cafe.Example' } });
    expect(address).toMatchObject({ payload: 'https://cafe.example/', target: null });
  });

  it('is refused with the words of its fault', async () => {
    const refused = (more: object, error: string, status = 400) =>
      shop.refused(ann, 'create-code', make(more), status, error);
    const text = { kind: 'text', content: { text: 'x' } };
    await refused({ ...text, mode: 'dynamic' }, 'Only url and vcard codes can be dynamic');
    await refused({ content: undefined }, 'Give either content or link_id');
    await refused({ link_id: randomUUID() }, 'Give either content or link_id');
    await refused({ content: undefined, link_id: randomUUID(), mode: 'static' }, 'Give either content or link_id');
    await refused({ content: undefined, link_id: randomUUID() }, 'Short link not found', 404);
    await refused({ content: { url: 'nothing' } }, 'Invalid URL');
    await refused({ content: { url: 'javascript:alert(1)' } }, 'URL scheme is not allowed');
    await refused({ content: { url: 'http://127.0.0.1/' } }, 'Destination host is not allowed');
    await refused({ content: { url: `${PUBLIC}/abc` } }, 'Destination points back to a short link');
    await refused(
      { content: { url: 'https://hub.example/v1/apps/shortlinks/public/x' } },
      'Destination points back to a short link',
    );
    await refused({ fallback_url: 'ftp://cafe.example/' }, 'URL scheme is not allowed');
    await refused({ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future');
    await refused({ style: { foreground: '#ffe08a' } }, 'Colours have too little contrast to scan');
    await refused(
      { style: { foreground: '#ffffff', background: '#000000' } },
      'Colours have too little contrast to scan',
    );
    await refused(
      { style: { foreground: '#cccccc', background: 'transparent' } },
      'Colours have too little contrast to scan',
    );
    const long = { kind: 'text', content: { text: '語'.repeat(1000) } };
    await refused(long, 'Content is too long for error correction M');
    await refused({ ...long, style: { error_correction: 'L' } }, 'Content is too long for error correction L');
    // The logo hides more of the smallest symbol than its error correction restores.
    const hidden = { ...text, logo_png: await logo(), style: { error_correction: 'Q', logo_scale: 0.25 } };
    await refused(hidden, 'This style cannot be scanned');
    expect((await shop.ask(ann, 'list-codes', { q: 'A code' })).codes).toEqual([]);
  });

  it('may have colours in capital letters, but `transparent` has one spelling', async () => {
    const style = { foreground: '#AA0000', background: '#FFFFFF' };
    expect((await shop.code(ann, { style })).style).toEqual(style);
    for (const background of ['TRANSPARENT', 'white', '#fff'])
      await shop.call(ann, 'create-code', make({ style: { background } })).expect(400);
  });

  it('refuses what its mode or its kind does not have', async () => {
    const wrong = (more: object, field: string) =>
      shop
        .call(ann, 'create-code', make(more))
        .expect(400)
        .expect(({ body }) => {
          expect(body.error).toBe('Validation error');
          expect(body.details.map((fault: any) => fault.field)).toEqual([field]);
        });
    await wrong({ is_image_public: true }, 'is_image_public');
    await wrong({ mode: 'static', fallback_url: MENU }, 'fallback_url');
    await wrong({ mode: 'static', expires_at: '2099-01-01T00:00:00Z' }, 'expires_at');
    await wrong({ content: { url: MENU, more: 1 } }, 'content.more');
    await wrong({ kind: 'phone', content: { number: '0123' } }, 'content.number');
    await wrong({ style: { margin: 1 } }, 'style.margin');
    await wrong({ style: { foreground: 'red"/><script>' } }, 'style.foreground');
    await wrong({ style: { caption: 'a\u0007b' } }, 'style.caption');
    await wrong({ tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }, 'tags');
    const [starts_at, ends_at] = ['2030-01-31T09:00:00Z', '2030-01-31T09:00:00Z'];
    await wrong({ kind: 'event', content: { title: 'Talk', starts_at, ends_at } }, 'content.ends_at');
  });

  it('leads to a short link of the caller', async () => {
    const { body } = await ann.client.post('/v1/apps/shortlinks/create-link', { url: MENU }).expect(200);
    const code = await shop.code(ann, { content: undefined, link_id: body.link.id });
    expect(code).toMatchObject({ target: body.link.id, link_id: body.link.id, content: {} });
    const input = make({ content: undefined, link_id: body.link.id });
    await shop.refused(bob, 'create-code', input, 404, 'Short link not found');
  });

  it('takes a logo with error correction Q or H', async () => {
    const logo_png = await logo();
    const code = await shop.code(ann, { logo_png });
    expect(code).toMatchObject({ has_logo: true, style: {} });
    await shop.code(ann, { logo_png, style: { error_correction: 'Q', logo_scale: 0.25 } });
    const wrong = make({ logo_png, style: { error_correction: 'M' } });
    await shop.refused(ann, 'create-code', wrong, 400, 'A logo needs error correction Q or H');
    const fault = 'Logo must be a PNG of at most 64 KB and 512 x 512 pixels';
    await shop.refused(ann, 'create-code', make({ logo_png: '' }), 400, fault);
    await shop.refused(ann, 'update-code', { code_id: code.id, logo_png: '' }, 400, fault);
    expect((await shop.show(ann, code)).code.has_logo).toBe(true);
  });

  it('has the defaults of the settings where it says nothing itself', async () => {
    const eve = await shop.person();
    const default_style = { foreground: '#112233', shape: 'dots' };
    const settings = { default_style, default_fallback_url: 'https://cafe.example/later', default_format: 'png' };
    await shop.ask(eve, 'update-settings', settings);
    const code = await shop.code(eve, { style: { shape: 'rounded' } });
    expect(code.style).toEqual({ foreground: '#112233', shape: 'rounded' });
    expect(code.fallback_url).toBe('https://cafe.example/later');
    expect(code.image_urls.default).toBe(code.image_urls.png);
    expect((await shop.code(eve, { fallback_url: null })).fallback_url).toBeNull();
    expect((await shop.code(eve, { kind: 'text', content: { text: 'x' } })).fallback_url).toBeNull();
    await shop.call(eve, 'update-settings', { default_style: { shape: 'star' } }).expect(400);
    await shop.call(eve, 'update-settings', { default_format: 'gif' }).expect(400);
  });

  it('is one of at most 5,000', async () => {
    const eve = await shop.person();
    await shop.rows(
      `INSERT INTO ext_qr.codes (owner_id, name, mode, kind, content, payload, key, symbol_version)
       SELECT $1, 'n', 'static', 'text', '{}', 'n', 'limit' || n, 1 FROM generate_series(1, 4990) n`,
      eve.id,
    );
    // On a slow machine some of them find the drawing busy.
    const answers = tally(await atOnce(20, () => shop.call(eve, 'create-code', make({}))));
    const [{ count }] = await shop.rows('SELECT count(*)::int FROM ext_qr.codes WHERE owner_id = $1', eve.id);
    expect(count).toBe(4990 + (answers[200] ?? 0));
    expect(count).toBeLessThanOrEqual(5000);
    await shop.rows(
      `INSERT INTO ext_qr.codes (owner_id, name, mode, kind, content, payload, key, symbol_version)
       SELECT $1, 'n', 'static', 'text', '{}', 'n', 'more' || n, 1 FROM generate_series($2::int, 4999) n`,
      eve.id,
      count,
    );
    await shop.refused(eve, 'create-code', make({}), 409, 'Code limit reached');
    const batch = { codes: [{ name: 'One more', ...url }] };
    await shop.refused(eve, 'bulk-create-codes', batch, 409, 'Code limit reached');
  });
});
