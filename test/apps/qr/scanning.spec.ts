import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Account } from '../../support/service.js';
import { CHROME, IPHONE, logo, MENU, scanned, Workshop } from './workshop.js';

let shop: Workshop;
let ann: Account;
beforeAll(async () => {
  shop = await Workshop.start({ QR_HOST: 'qr.example' });
  ann = await shop.person('shortlinks');
});
afterAll(() => shop.stop());

const LATER = 'https://cafe.example/later';
const gone = { status: 410, body: 'This code has ended' };
const missing = { status: 404, body: 'This code leads nowhere' };
const opened = async (key: string) => {
  const { status, body, location } = await shop.open(key);
  const title = /<h1>(.*)<\/h1>/.exec(body.toString())?.[1];
  return location === undefined ? { status, body: title } : { status, location };
};

describe('a scan of a dynamic code', () => {
  it('is a redirect to its target, in any case of the key, and on the host of codes', async () => {
    const code = await shop.code(ann);
    expect(code.payload).toBe(`https://qr.example/${code.key}`);
    const { status, location, headers } = await shop.open(code.key.toUpperCase());
    expect({ status, location }).toEqual({ status: 302, location: MENU });
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    const onHost = await shop.open(`/${code.key}`, { headers: { host: 'qr.example' } });
    expect(onHost).toMatchObject({ status: 302, location: MENU });
    const unknown = await shop.open('/nothing2', { headers: { host: 'qr.example' } });
    expect(unknown.status).toBe(404);
    const [, href = ''] = /href="([^"]+\.css)"/.exec(unknown.body.toString()) ?? [];
    const { pathname } = new URL(href, 'https://qr.example/nothing2');
    const style = await shop.open(pathname, { headers: { host: 'qr.example' } });
    expect(style.headers['content-type']).toContain('text/css');
  });

  it('is counted for people alone, and by what is known of them', async () => {
    const code = await shop.code(ann);
    await shop.open(code.key, { headers: { 'cf-ipcountry': 'FR' } });
    await shop.open(code.key, { headers: { 'user-agent': CHROME } });
    for (const headers of [
      { 'user-agent': 'WhatsApp/2.23' },
      { 'user-agent': '' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'sec-purpose': 'prefetch' },
    ])
      expect((await shop.open(code.key, { headers })).status).toBe(302);
    expect(await shop.open(code.key, { method: 'HEAD' })).toMatchObject({ status: 302, location: MENU });
    expect(await shop.scans(code)).toEqual([
      { country: 'FR', device: 'mobile', os: 'ios' },
      { country: null, device: 'desktop', os: 'windows' },
    ]);
    expect((await shop.show(ann, code)).code.scans).toBe(2);
  });

  it('of a contact is a file, which changes without a new print', async () => {
    const code = await shop.code(ann, { kind: 'vcard', mode: 'dynamic', content: { first_name: 'Ann' } });
    expect(code).toMatchObject({ mode: 'dynamic', payload: `https://qr.example/${code.key}`, target: null });
    const { reprint } = await shop.update(ann, code, { content: { first_name: 'Ann', phones: ['+33123456789'] } });
    expect(reprint).toBe(false);
    const { status, headers, body } = await shop.open(code.key);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="contact.vcf"',
    });
    expect(body.toString()).toContain('TEL:+33123456789\r\n');
    expect(await shop.scans(code)).toHaveLength(1);
  });

  it('goes by a short link, whose own rules then hold', async () => {
    const { body } = await ann.client.post('/v1/apps/shortlinks/create-link', { url: MENU }).expect(200);
    const code = await shop.code(ann, { content: undefined, link_id: body.link.id });
    expect(await opened(code.key)).toEqual({ status: 302, location: body.link.short_url });
    await ann.client.post('/v1/apps/shortlinks/delete-link', { link_id: body.link.id }).expect(200);
    expect(await opened(code.key)).toEqual(missing);
    await shop.update(ann, code, { fallback_url: LATER });
    expect(await opened(code.key)).toEqual({ status: 302, location: LATER });
    expect(await shop.scans(code)).toHaveLength(1);
  });

  it('of a code that is paused, expired, archived or deleted is answered as its owner wants', async () => {
    const code = await shop.code(ann, { expires_at: '2099-01-01T00:00:00Z' });
    await shop.update(ann, code, { status: 'archived' });
    expect(await opened(code.key)).toEqual({ status: 302, location: MENU });
    await shop.update(ann, code, { status: 'paused' });
    expect(await opened(code.key)).toEqual(missing);
    await shop.update(ann, code, { fallback_url: LATER });
    expect(await opened(code.key)).toEqual({ status: 302, location: LATER });
    await shop.update(ann, code, { status: 'active' });
    await shop.set(code, `expires_at = now() - interval '1 second'`);
    expect(await opened(code.key)).toEqual({ status: 302, location: LATER });
    await shop.update(ann, code, { fallback_url: null });
    expect(await opened(code.key)).toEqual(gone);
    await shop.update(ann, code, { expires_at: null });
    expect(await opened(code.key)).toEqual({ status: 302, location: MENU });
    await shop.ask(ann, 'delete-code', { code_id: code.id });
    expect(await opened(code.key)).toEqual(gone);
    await shop.set(code, `status = 'active'`);
    expect(await opened(code.key)).toEqual({ status: 302, location: MENU });
    await shop.rows('DELETE FROM ext_qr.codes WHERE id = $1', code.id);
    expect(await opened(code.key)).toEqual(gone);
    expect(await opened('unknown2')).toEqual(missing);
    expect(await opened('%3Cscript%3E')).toEqual(missing);
  });

  it('ends with the account of the owner, and when that is banned or suspended', async () => {
    const eve = await shop.person();
    const code = await shop.code(eve, { fallback_url: LATER });
    for (const status of ['banned', 'suspended'] as const) {
      await shop.service.setStatus(eve.id, status);
      expect(await opened(code.key)).toEqual(gone);
      expect((await shop.open(`image/${code.key}.svg`)).status).toBe(404);
    }
    await shop.rows('DELETE FROM account.users WHERE id = $1', eve.id);
    expect(await opened(code.key)).toEqual(gone);
    expect(await shop.rows('SELECT key FROM ext_qr.retired_keys WHERE key = $1', code.key)).toHaveLength(1);
  });

  it('of a code of an app that was uninstalled still works', async () => {
    const eve = await shop.person();
    const code = await shop.code(eve);
    await eve.client.post('/v1/apps/uninstall', { slug: 'qr' }).expect(200);
    expect(await opened(code.key)).toEqual({ status: 302, location: MENU });
  });
});

describe('the image of a code', () => {
  it('is public for a dynamic code, holds the address, and may be kept until the code changes', async () => {
    const code = await shop.code(ann, { style: { caption: 'Scan me', background: 'transparent' } });
    for (const [format, type, foreground] of [
      ['svg', 'image/svg+xml', '#0b3d91'],
      ['png', 'image/png', '#910b3d'],
    ]) {
      const image = await shop.open(`image/${code.key.toUpperCase()}.${format}`);
      expect(image.status).toBe(200);
      expect(image.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=300',
        'content-security-policy': "default-src 'none'",
      });
      expect(await scanned(image.body)).toBe(code.payload);
      const headers = { 'if-none-match': image.headers.etag };
      const path = `image/${code.key}.${format}`;
      expect(await shop.open(path, { headers })).toMatchObject({ status: 304, body: Buffer.alloc(0) });
      await shop.update(ann, code, { style: { foreground } });
      const changed = await shop.open(path, { headers });
      expect(changed.status).toBe(200);
      expect(changed.body.equals(image.body)).toBe(false);
    }
    const saved = await shop.open(`image/${code.key}.svg?download=1`);
    expect(saved.headers['content-disposition']).toBe(`attachment; filename="${code.key}.svg"`);
    expect(await shop.scans(code)).toEqual([]);
  });

  it('has the asked width, rounded up to a step', async () => {
    const { key } = await shop.code(ann);
    for (const [asked, width] of [
      ['', 512],
      ['?size=128', 128],
      ['?size=129', 192],
      ['?size=2048', 2048],
    ] as const) {
      const image = await sharp((await shop.open(`image/${key}.png${asked}`)).body).metadata();
      expect([image.width, image.height]).toEqual([width, width]);
    }
    for (const wrong of ['127', '2049', '-1', '1e3', ''])
      expect((await shop.open(`image/${key}.png?size=${wrong}`)).status).toBe(400);
  });

  it('shows its logo also when it is opened by itself', async () => {
    const { key, payload } = await shop.code(ann, { logo_png: await logo() });
    const image = await shop.open(`image/${key}.svg`);
    expect(image.headers['content-security-policy']).toBe("default-src 'none'; img-src data:");
    expect(await scanned(image.body)).toBe(payload);
  });

  it('of a static code is public only if its owner says so', async () => {
    const content = { ssid: 'Guests', security: 'WPA', password: 'secret-word' };
    const code = await shop.code(ann, { kind: 'wifi', content });
    const path = `image/${code.key}.png`;
    expect((await shop.open(path)).status).toBe(404);
    expect((await shop.open(`image/${randomUUID().slice(0, 8)}.png`)).status).toBe(404);
    expect(await opened(code.key)).toEqual(missing);
    await shop.update(ann, code, { is_image_public: true });
    expect(await scanned((await shop.open(path)).body)).toBe('WIFI:T:WPA;S:Guests;P:secret-word;;');
    await shop.ask(ann, 'delete-code', { code_id: code.id });
    expect((await shop.open(path)).status).toBe(404);
    expect(JSON.stringify(await shop.ask(ann, 'activity'))).not.toContain('secret-word');
    expect(shop.service.log.join('\n')).not.toContain('secret-word');
    expect(await shop.rows(`SELECT FROM jobs.job WHERE data::text LIKE '%secret-word%'`)).toEqual([]);
  });
});

it('no public answer follows what is not stored', async () => {
  const { key } = await shop.code(ann);
  for (const query of ['?url=https://evil.example', '?next=//evil.example', '?link_id=1'])
    expect(await shop.open(key + query, { headers: { 'user-agent': IPHONE } })).toMatchObject({ location: MENU });
});
