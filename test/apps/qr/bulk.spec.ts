import { randomUUID } from 'node:crypto';
import type { Account } from '../../support/service.js';
import { logo, MENU, scanned, Workshop } from './workshop.js';

let shop: Workshop;
let ann: Account;
beforeAll(async () => {
  shop = await Workshop.start();
  ann = await shop.person('shortlinks');
});
afterAll(() => shop.stop());

const url = { kind: 'url', content: { url: MENU } };
const tables = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Table ${n + 1}`, ...url }));
const count = async () =>
  (await shop.rows('SELECT count(*)::int FROM ext_qr.codes WHERE owner_id = $1', ann.id))[0].count;

describe('a batch of codes', () => {
  it('is made at once, in one style, in its order', async () => {
    const { body } = await ann.client.post('/v1/apps/shortlinks/create-link', { url: MENU }).expect(200);
    const codes = [
      ...tables(196),
      { name: 'Link', kind: 'url', link_id: body.link.id },
      { name: 'Fixed', ...url, mode: 'static', tags: ['fixed'] },
      { name: 'Wi-Fi', kind: 'wifi', content: { ssid: 'Guests', security: 'none' } },
      { name: 'Contact', kind: 'vcard', mode: 'dynamic', content: { first_name: 'Ann' } },
    ];
    const style = { foreground: '#14213d', shape: 'dots' };
    const made = await shop.ask(ann, 'bulk-create-codes', { codes, style, logo_png: await logo() });
    expect(made.codes.map(({ name }: any) => name)).toEqual(codes.map(({ name }) => name));
    expect(new Set(made.codes.map(({ key }: any) => key)).size).toBe(200);
    for (const code of made.codes) expect(code).toMatchObject({ batch_id: made.batch_id, has_logo: true, style });
    const [link, fixed, wifi, contact] = made.codes.slice(196);
    expect(link.target).toBe(body.link.id);
    expect(fixed).toMatchObject({ payload: MENU, tags: ['fixed'] });
    expect(wifi.payload).toBe('WIFI:T:nopass;S:Guests;;');
    expect(contact.payload).toContain(contact.key);
    for (const code of [made.codes[0], link, contact])
      expect(await scanned((await shop.open(`image/${code.key}.svg`)).body)).toBe(code.payload);
    expect((await shop.open(made.codes[7].key)).location).toBe(MENU);
    const targets = await shop.rows(
      'SELECT target FROM ext_qr.code_targets WHERE code_id = ANY ($1::uuid[])',
      made.codes.map(({ id }: any) => id),
    );
    expect(targets).toHaveLength(198);
    const listed = await shop.ask(ann, 'list-codes', { batch_id: made.batch_id, limit: 100 });
    expect(listed.codes).toHaveLength(100);
  });

  it('is made whole or not at all, and every fault is told', async () => {
    const before = await count();
    const codes = [
      { name: 'Right', ...url },
      { name: 'Bad', kind: 'url', content: { url: 'nothing' } },
      { name: 'Inner', kind: 'url', content: { url: 'http://10.0.0.1/' } },
      { name: 'Long', kind: 'text', content: { text: '語'.repeat(1000) } },
      { name: 'Wrong', kind: 'phone', content: { number: '12', more: 1 } },
      { name: 'Neither', kind: 'url' },
      { name: 'Both', ...url, link_id: randomUUID() },
      { name: 'Gone', kind: 'url', link_id: randomUUID() },
      { name: 'Dynamic', kind: 'geo', mode: 'dynamic', content: { latitude: 1, longitude: 1 } },
      {
        name: 'Ends',
        kind: 'event',
        content: { title: 'x', starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' },
      },
    ];
    const { body } = await shop.call(ann, 'bulk-create-codes', { codes }).expect(400);
    expect(body.error).toBe('Validation error');
    const told = body.details.map(({ field, message }: any) => `${field}: ${message}`).toSorted();
    expect(told).toEqual([
      'codes[1]: Invalid URL',
      'codes[2]: Destination host is not allowed',
      'codes[3]: Content is too long for error correction M',
      expect.stringMatching(/^codes\[4\]\.content\.more: /),
      expect.stringMatching(/^codes\[4\]\.content\.number: /),
      'codes[5]: Give either content or link_id',
      'codes[6]: Give either content or link_id',
      'codes[7]: Short link not found',
      'codes[8]: Only url and vcard codes can be dynamic',
      'codes[9].content.ends_at: ends_at must be after starts_at',
    ]);
    expect(await count()).toBe(before);
  });

  it('is proved on its longest and its shortest content', async () => {
    const text = (length: number) => ({ name: 'Text', kind: 'text', content: { text: 'word '.repeat(length) } });
    // The logo hides too much of the smallest symbol alone.
    const look = { style: { error_correction: 'Q', logo_scale: 0.25 }, logo_png: await logo() };
    const refused = (more: object, error: string) => shop.refused(ann, 'bulk-create-codes', more as object, 400, error);
    await refused({ codes: [text(20), text(1), text(30)], ...look }, 'This style cannot be scanned');
    await shop.ask(ann, 'bulk-create-codes', { codes: [text(20), text(30)], ...look });
    await refused({ codes: tables(1), style: { foreground: '#eeeeee' } }, 'Colours have too little contrast to scan');
    await refused(
      { codes: tables(1), style: { error_correction: 'L' }, logo_png: await logo() },
      'A logo needs error correction Q or H',
    );
    await shop.call(ann, 'bulk-create-codes', { codes: [] }).expect(400);
    await shop.call(ann, 'bulk-create-codes', { codes: tables(201) }).expect(400);
  });

  it('is the same batch when the call is repeated with its key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const twice = { client: ann.client.with(key) };
    const first = await shop.ask(twice, 'bulk-create-codes', { codes: tables(3) });
    expect(await shop.ask(twice, 'bulk-create-codes', { codes: tables(3) })).toEqual(first);
  });
});
