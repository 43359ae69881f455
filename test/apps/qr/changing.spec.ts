import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { logo, MENU, scanned, Workshop } from './workshop.js';

let shop: Workshop;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  shop = await Workshop.start();
  [ann, bob] = await Promise.all([shop.person('shortlinks'), shop.person()]);
});
afterAll(() => shop.stop());

const SUMMER = 'https://cafe.example/summer';
const text = { kind: 'text', content: { text: 'Before' } };

describe('a changed code', () => {
  it('that is dynamic leads elsewhere at once, and remembers what it led to', async () => {
    const code = await shop.code(ann);
    const { body } = await ann.client.post('/v1/apps/shortlinks/create-link', { url: MENU }).expect(200);
    const changed = await shop.update(ann, code, { content: { url: SUMMER }, name: 'Summer' });
    expect(changed.reprint).toBe(false);
    expect(changed.code).toMatchObject({ target: SUMMER, name: 'Summer', payload: code.payload, version: 2 });
    expect((await shop.open(code.key)).location).toBe(SUMMER);
    await shop.update(ann, code, { link_id: body.link.id });
    await shop.update(ann, code, { name: 'Link' });
    const { code: last, targets } = await shop.show(ann, code);
    expect(last).toMatchObject({ target: body.link.id, link_id: body.link.id, content: {} });
    expect(targets.map(({ target }: any) => target)).toEqual([body.link.id, SUMMER, MENU]);
    expect(targets[0]).toEqual({ target: body.link.id, changed_by: ann.id, created_at: expect.any(String) });
    const back = await shop.update(ann, code, { content: { url: MENU } });
    expect(back.code).toMatchObject({ target: MENU, link_id: null });
  });

  it('that is static has to be printed again if its content changes', async () => {
    const code = await shop.code(ann, text);
    const same = await shop.update(ann, code, { content: { text: 'Before' }, tags: ['a', 'a'] });
    expect(same).toMatchObject({ reprint: false, code: { tags: ['a'] } });
    const changed = await shop.update(ann, code, { content: { text: 'A much longer text than before' } });
    expect(changed).toMatchObject({
      reprint: true,
      code: { payload: 'A much longer text than before', symbol_version: 3 },
    });
    expect((await shop.show(ann, code)).targets).toEqual([]);
  });

  it('gets another style or logo only if that can be scanned', async () => {
    const code = await shop.code(ann, { style: { foreground: '#14213d' } });
    const refused = (more: object, error: string) =>
      shop.refused(ann, 'update-code', { code_id: code.id, ...more }, 400, error);
    await refused({ style: { foreground: '#ffffff' } }, 'Colours have too little contrast to scan');
    await refused({ logo_png: 'AAAA' }, 'Logo must be a PNG of at most 64 KB and 512 x 512 pixels');
    const logo_png = await logo();
    expect((await shop.update(ann, code, { logo_png })).code).toMatchObject({ has_logo: true, symbol_version: 6 });
    await refused({ style: { error_correction: 'M' } }, 'A logo needs error correction Q or H');
    await shop.update(ann, code, { logo_png: null, style: { error_correction: 'M' } });
    expect((await shop.show(ann, code)).code).toMatchObject({
      has_logo: false,
      style: { error_correction: 'M' },
      symbol_version: 4,
    });
  });

  it('is refused what a new one is refused', async () => {
    const code = await shop.code(ann);
    const refused = (more: object, error: string, status = 400) =>
      shop.refused(ann, 'update-code', { code_id: code.id, ...more }, status, error);
    await refused({ content: { url: 'x' } }, 'Invalid URL');
    await refused({ fallback_url: 'http://localhost/' }, 'Destination host is not allowed');
    await refused({ content: { url: MENU }, link_id: randomUUID() }, 'Give either content or link_id');
    await refused({ link_id: randomUUID() }, 'Short link not found', 404);
    await refused({ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at must be in the future');
    for (const wrong of [
      { kind: 'text' },
      { mode: 'static' },
      { status: 'deleted' },
      { name: null },
      { is_image_public: true },
      { content: { text: 'x' } },
    ])
      await shop.call(ann, 'update-code', { code_id: code.id, ...wrong }).expect(400);
    const fixed = await shop.code(ann, text);
    const link = { code_id: fixed.id, link_id: randomUUID() };
    await shop.refused(ann, 'update-code', link, 400, 'Give either content or link_id');
    const long = { code_id: fixed.id, content: { text: '語'.repeat(1000) } };
    await shop.refused(ann, 'update-code', long, 400, 'Content is too long for error correction M');
  });

  it('is only its owner’s', async () => {
    const code = await shop.code(ann);
    for (const [action, more] of [
      ['update-code', { name: 'Mine' }],
      ['get-code', {}],
      ['delete-code', {}],
      ['render-code', { format: 'svg' }],
      ['get-code-stats', {}],
    ] as const) {
      await shop.refused(bob, action, { code_id: code.id, ...more }, 403, 'Forbidden');
      await shop.refused(bob, action, { code_id: randomUUID(), ...more }, 404, 'Code not found');
    }
    expect((await shop.show(ann, code)).code).toMatchObject({ name: 'Table 4', status: 'active', version: 1 });
  });

  it('by twenty calls at once has what one of them wanted, and can be scanned', async () => {
    const code = await shop.code(ann, { ...text, is_image_public: true });
    const answers = await atOnce(20, (n) => {
      const change =
        n % 2 ? { content: { text: `Text ${n} ${'x'.repeat(n * 8)}` } } : { style: { margin: 2 + (n % 9) } };
      return shop.call(ann, 'update-code', { code_id: code.id, ...change });
    });
    const counts = tally(answers);
    expect(Object.keys(counts).filter((status) => status !== '200' && status !== '409')).toEqual([]);
    expect(counts[200]).toBeGreaterThan(0);
    const { code: last } = await shop.show(ann, code);
    expect(last.version).toBe(1 + (counts[200] as number));
    const image = await shop.open(`image/${code.key}.png`);
    expect(await scanned(image.body)).toBe(last.payload);
    const [{ symbol_version }] = await shop.rows('SELECT symbol_version FROM ext_qr.codes WHERE id = $1', code.id);
    const { image: drawn } = await shop.ask(ann, 'render-code', { code_id: code.id, format: 'svg' });
    expect(drawn.symbol_version).toBe(symbol_version);
  });
});

it('the last target of a code is what it leads to, also after twenty changes at once', async () => {
  const code = await shop.code(ann);
  for (const round of ['a', 'b', 'c']) {
    const change = (n: number) => ({ code_id: code.id, content: { url: `${MENU}/${round}${n}` } });
    const answers = await atOnce(20, (n) => shop.call(ann, 'update-code', change(n)));
    expect(tally(answers)).toEqual({ 200: 20 });
    const { code: last, targets } = await shop.show(ann, code);
    expect(targets[0].target).toBe(last.target);
  }
});

describe('a deleted code', () => {
  it('can be brought back for 30 days, and nothing else', async () => {
    const code = await shop.code(ann, { logo_png: await logo() });
    const remove = () => shop.ask(ann, 'delete-code', { code_id: code.id });
    expect(await remove()).toEqual({ message: 'Code deleted' });
    const refused = (more: object) =>
      shop.refused(ann, 'update-code', { code_id: code.id, ...more }, 409, 'Code is deleted');
    await refused({ name: 'x' });
    await refused({ status: 'paused' });
    await refused({ status: 'active', name: 'x' });
    await refused({});
    const { updated_at } = (await shop.show(ann, code)).code;
    await remove();
    expect((await shop.show(ann, code)).code.updated_at).toBe(updated_at);
    await shop.update(ann, code, { status: 'active' });
    expect((await shop.show(ann, code)).code).toMatchObject({ status: 'active', has_logo: true });
    expect((await shop.open(code.key)).location).toBe(MENU);
    await remove();
    await shop.set(code, `updated_at = now() - interval '30 days 1 minute'`);
    await refused({ status: 'active' });
  });
});

describe('a rendered code', () => {
  it('is SVG as text or PNG as base64, in the stored or another style', async () => {
    const code = await shop.code(ann, { ...text, style: { caption: 'Hello' } });
    const render = (more: object) =>
      shop.ask(ann, 'render-code', { code_id: code.id, ...more }).then(({ image }) => image);
    const svg = await render({ format: 'svg' });
    expect(svg).toMatchObject({
      format: 'svg',
      content_type: 'image/svg+xml',
      width: 29,
      symbol_version: 1,
      modules: 21,
      error_correction: 'M',
    });
    expect(await scanned(svg.data)).toBe('Before');
    const png = await render({ format: 'png' });
    expect(png).toMatchObject({ content_type: 'image/png', width: 512 });
    expect(png.height).toBeGreaterThan(512);
    expect(await scanned(Buffer.from(png.data, 'base64'))).toBe('Before');
    const other = await render({ format: 'svg', size: 2048, style: { error_correction: 'H', foreground: '#0b3d91' } });
    expect(other).toMatchObject({ width: 2048, height: 2048, error_correction: 'H' });
    expect(other.data).toContain('fill="#0b3d91"');
    expect((await shop.show(ann, code)).code).toMatchObject({ style: { caption: 'Hello' }, version: 1 });
  });

  it('is refused in a style that cannot be scanned, and in a size that is none', async () => {
    const code = await shop.code(ann, { kind: 'text', content: { text: 'word' }, logo_png: await logo() });
    const render = { code_id: code.id, format: 'png' };
    const refused = (style: object, error: string) =>
      shop.refused(ann, 'render-code', { ...render, style }, 400, error);
    await refused({ foreground: '#dddddd' }, 'Colours have too little contrast to scan');
    await refused({ error_correction: 'Q', logo_scale: 0.25 }, 'This style cannot be scanned');
    for (const size of [127, 2049, 512.5]) await shop.call(ann, 'render-code', { ...render, size }).expect(400);
    const { image } = await shop.ask(ann, 'render-code', { ...render, size: 2048 });
    expect(image.data.length).toBeLessThan(1024 * 1024);
  });
});
