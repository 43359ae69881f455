import { strFromU8, unzipSync } from 'fflate';
import { PurgeFilesJob } from '../../src/files/purge-files.job.js';
import { HelloApp } from '../apps/hello/hello.app.js';
import { type Account, TestService } from '../support/service.js';
import { bytesOf, get } from './forms.js';
import { pathOf, Promises } from './promises.js';
import { written } from '../support/written.js';

let service: TestService;
let app: Promises;
let person: Account;
beforeAll(async () => {
  service = await TestService.start({}, { apps: [HelloApp] });
  person = await service.account();
  app = new Promises(service, person);
});
afterAll(() => service.stop());

const GONE = { error: 'Link has expired' };

describe('GET /v1/files/downloads/{ticket}', () => {
  const look = (id: string, more = {}, headers = {}) =>
    get(service, app.files.downloadable(id, { seconds: 60, ...more }).download_url, headers);

  it('serves the content, and ranges of it, to every caller with the URL', async () => {
    const { id } = await app.arrive('some words', { name: 'é.txt' });
    const address = app.files.downloadable({ id }, { seconds: 90 });
    expect(Math.abs(address.expires_at.getTime() - Date.now() - 90_000)).toBeLessThan(5_000);
    const left = () => Math.floor((address.expires_at.getTime() - Date.now()) / 1000);
    const before = left();
    const { status, headers } = await get(service, address.download_url);
    const maxAge = Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1]);
    expect([before >= maxAge, maxAge >= left()]).toEqual([true, true]);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const part = await look(id, {}, { range: 'bytes=5-' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 5-9/10', 'words']);
    expect((await look(id, {}, { range: 'bytes=10-' })).status).toBe(416);
    const head = await fetch(service.url + pathOf(address.download_url), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    const { download_url } = app.files.downloadables([id], { seconds: 60, name: 'other.txt' }).get(id)!;
    expect((await get(service, download_url)).headers.get('content-disposition')).toContain('"other.txt"');
  });

  it.each<[string, string, string, string, RegExp]>([
    ['text', 'words', 'text/plain', 'inline', /^sandbox/],
    ['a PDF', '%PDF-1.7\n', 'application/pdf', 'inline', /^default-src 'none'/],
    ['HTML', '<script>', 'text/html', 'attachment', /^sandbox/],
    ['what nobody knows', '<script>', 'image/svg+xml', 'attachment', /^sandbox/],
  ])('shows only harmless types inline: %s', async (_, bytes, type, kind, policy) => {
    const { headers } = await look((await app.arrive(bytes, { type })).id, { inline: true });
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${kind};`));
    expect(headers.get('content-security-policy')).toMatch(policy);
  });

  it('expires, and cannot be forged', async () => {
    const { id } = await app.arrive('words');
    const { download_url } = app.files.downloadable(id, { seconds: -1 });
    const client = service.client();
    await client.get(pathOf(download_url)).expect(410, GONE);
    const { upload_url } = await app.start();
    const ticket = pathOf(app.files.downloadable(id, { seconds: 60 }).download_url);
    for (const wrong of [`${ticket.slice(0, -6)}AAAAAA`, pathOf(upload_url).replace('uploads', 'downloads')])
      await client.get(wrong).expect(404, { error: 'File not found' });
    await app.release([id]);
    expect((await look(id)).status).toBe(404);
    await client.get(ticket).expect(404, { error: 'File not found' });
  });
});

describe('a file that the service generated', () => {
  const made = (account: Account, seconds?: number) =>
    app.generated.keep({
      owner_id: account.id,
      name: 'a.zip',
      type: 'application/zip',
      bytes: Buffer.from('zip'),
      seconds,
    });

  it('is deleted when it expires', async () => {
    const account = await service.account();
    const [brief, lasting] = [await made(account, 3600), await made(account)];
    expect(brief).toEqual({ id: expect.any(String), name: 'a.zip', size: 3, type: 'application/zip' });
    const address = app.files.downloadable(brief, { seconds: 7200 }).download_url;
    expect((await get(service, address)).headers.get('content-type')).toBe('application/zip');
    expect(await written(service, app.files.forExport(account.id))).toMatchObject([{ id: lasting.id }]);
    await app.query(`UPDATE files.files SET expires_at = now() - interval '1 s' WHERE id = $1`, brief.id);
    expect((await get(service, address)).status).toBe(404);
    await expect(app.generated.read(brief.id)).rejects.toMatchObject({ status: 404 });
    await app.query(`UPDATE files.files SET created_at = now() - interval '25 hours' WHERE owner_id = $1`, account.id);
    await service.app.get(PurgeFilesJob).run();
    expect(await app.query('SELECT id FROM files.files WHERE owner_id = $1', account.id)).toEqual([{ id: lasting.id }]);
    expect(await app.used(account)).toBe(3);
  });

  it('is never stored inside a transaction, which would wait for the disk', async () => {
    await expect(app.inTransaction(() => made(person, 60))).rejects.toThrow('outside of transactions');
  });

  it('is how an app exports CSV', async () => {
    const { client } = await service.account();
    await client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await client.post('/v1/apps/hello/say-hello', { words: '=1+1, "é"' }).expect(200);
    const { body } = await client.post('/v1/apps/hello/export', { format: 'csv' }).expect(200);
    expect(body.export).toEqual({ download_url: expect.any(String), expires_at: expect.any(String) });
    const answer = await get(service, body.export.download_url);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="hello-[\d-]{10}.zip"/);
    const zip = unzipSync(await bytesOf(answer));
    expect(Object.keys(zip)).toEqual(['greetings.csv']);
    const bytes = zip['greetings.csv'] as Uint8Array;
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const csv = strFromU8(bytes);
    expect(csv).toContain(`"'=1+1, ""é"""`);
    expect(csv.split('\r\n')[0]).toContain('owner_id');
  });
});
