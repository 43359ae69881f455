import { ask } from '../support/ask.js';
import { type Account, eventually, TestService } from '../support/service.js';
import { form, get, picture, send, upload } from './forms.js';

let service: TestService;
let person: Account;
let text: string;
const TEXT = 'Hello wörld, 0123456789';
beforeAll(async () => {
  service = await TestService.start();
  person = await service.account();
  text = (await upload(person.client, TEXT, 'hello.txt').expect(201)).body.file.url;
});
afterAll(() => service.stop());

const NOT_FOUND = { error: 'File not found' };
/** The shortest content that file-type recognises as a zip archive. */
const ZIP = Buffer.from('504b0506' + '00'.repeat(18), 'hex');
const HTML = '<!doctype html><script>alert(1)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('GET /v1/files/{id}/{key}', () => {
  it('serves it for ever, where it can do no harm', async () => {
    const { status, headers } = await get(service, text, { origin: 'https://app.example' });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(TEXT)),
      'content-disposition': `inline; filename="hello.txt"; filename*=UTF-8''hello.txt`,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[\da-f-]{36}"$/),
    });
    expect(headers.has('last-modified')).toBe(false);
  });

  it('serves a part of it', async () => {
    const part = await get(service, text, { range: 'bytes=0-4' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 0-4/24', 'Hello']);
    const end = await get(service, text, { range: 'bytes=-3' });
    expect([end.status, await end.text()]).toEqual([206, '789']);
    const more = await get(service, text, { range: 'bytes=-100' });
    expect([more.status, await more.text()]).toEqual([200, TEXT]);
    const none = await get(service, text, { range: 'bytes=-0' });
    expect(none.status).toBe(416);
    const beyond = await get(service, text, { range: 'bytes=99-' });
    expect([beyond.status, await beyond.json()]).toEqual([416, { error: 'Range not satisfiable' }]);
    expect(beyond.headers.get('content-range')).toBe('bytes */24');
    expect(beyond.headers.get('cache-control')).toBe('no-store');
    const several = await get(service, text, { range: 'bytes=0-1,4-5' });
    expect([several.status, await several.text()]).toEqual([200, TEXT]);
    const changed = await get(service, text, { range: 'bytes=0-4', 'if-range': '"other"' });
    expect(changed.status).toBe(200);
  });

  it('is 304 when the caller has the current content', async () => {
    const etag = (await get(service, text)).headers.get('etag') as string;
    // fetch is not used, because it adds `Cache-Control: no-cache`.
    const asked = (headers: Record<string, string>) => ask(service.url, new URL(text).pathname, { headers });
    const again = await asked({ 'if-none-match': etag });
    expect([again.status, again.text, again.headers['cache-control']]).toEqual([
      304,
      '',
      'public, max-age=31536000, immutable',
    ]);
    expect((await asked({ 'if-none-match': '"other"' })).status).toBe(200);
    const unmatched = await get(service, text, { 'if-match': '"other"' });
    expect([unmatched.status, await unmatched.json()]).toEqual([412, { error: 'Precondition failed' }]);
  });

  it('answers HEAD without the content', async () => {
    const { status, headers } = await fetch(service.url + new URL(text).pathname, { method: 'HEAD' });
    expect([status, headers.get('content-length')]).toEqual([200, '24']);
  });

  it('finds nothing without the right key', async () => {
    const [id, key] = new URL(text).pathname.split('/').slice(-2) as [string, string];
    const other = (await upload(person.client, 'other').expect(201)).body.file;
    const wrong = [
      `/v1/files/${id}`,
      `/v1/files/${id}/${key}x`,
      `/v1/files/${id}/${key.toUpperCase()}`,
      `/v1/files/${other.id}/${key}`,
      `/v1/files/x/${key}`,
      `/v1/files/${id}/..%2f..%2fjwt-secret`,
      `/v1/files/${id}/${key}/small`,
    ];
    for (const path of wrong.slice(1)) {
      const answer = await fetch(service.url + path);
      expect([path, answer.status, await answer.json()]).toEqual([path, 404, NOT_FOUND]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    expect((await fetch(service.url + (wrong[0] as string))).status).toBe(404);
  });

  it('is 404 when the bytes of a row are missing', async () => {
    const { file } = (await upload(person.client, 'lost').expect(201)).body;
    await service.database.query(`UPDATE files.files SET path = 'aa/bb/nothing' WHERE id = $1`, [file.id]);
    const answer = await get(service, file.url);
    expect([answer.status, await answer.json()]).toEqual([404, NOT_FOUND]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('etag')).toBe(false);
  });
});

describe('what a file is', () => {
  it.each<[string, Buffer | string, string, string, 'inline' | 'attachment']>([
    ['text', 'a < b', 'a.html', 'text/plain', 'inline'],
    ['HTML that is called a picture', HTML, 'a.png', 'application/octet-stream', 'attachment'],
    ['HTML after white space', ` \n\t${HTML}`, 'a.txt', 'application/octet-stream', 'attachment'],
    ['HTML after a byte order mark', `\ufeff${HTML}`, 'a.txt', 'application/octet-stream', 'attachment'],
    ['SVG', SVG, 'a.svg', 'application/octet-stream', 'attachment'],
    ['XML', `<?xml version="1.0"?>${SVG}`, 'a.jpg', 'application/xml', 'attachment'],
    ['a zip that is called a picture', ZIP, 'a.jpg', 'application/zip', 'attachment'],
    ['a PDF', '%PDF-1.4 and so on', 'a.txt', 'application/pdf', 'attachment'],
    ['bytes', Buffer.from([1, 2, 3, 0, 255]), 'a.txt', 'application/octet-stream', 'attachment'],
    ['text in no UTF-8', Buffer.from([104, 0xe9, 108]), 'a.txt', 'application/octet-stream', 'attachment'],
  ])('%s', async (_, bytes, name, type, manner) => {
    const { file } = (await upload(person.client, bytes, name).expect(201)).body;
    expect([file.type, file.kind]).toEqual([type, 'file']);
    const { headers } = await get(service, file.url);
    const served = manner === 'inline' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    expect(headers.get('content-type')).toBe(served);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${manner};`));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is detected by the content, also for audio and video', async () => {
    const wav = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVEfmt '), Buffer.alloc(24)]);
    const webm = Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d42878104428581021853806', 'hex');
    const sound = (await upload(person.client, wav, 'a.png').expect(201)).body.file;
    expect(sound).toMatchObject({ type: 'audio/wav', kind: 'audio' });
    const film = (await upload(person.client, webm, 'a.html').expect(201)).body.file;
    expect(film).toMatchObject({ type: 'video/webm', kind: 'video' });
    expect((await get(service, film.url)).headers.get('content-type')).toBe('video/webm');
    expect((await get(service, `${film.url}/small`)).status).toBe(404);
  });

  it('stays text when the examined part ends in the middle of a character', async () => {
    for (const first of ['', 'a', 'ab', 'abc']) {
      const { body } = await upload(person.client, first + '😀'.repeat(20_000)).expect(201);
      expect(body.file.type).toBe('text/plain');
    }
  });
});

describe('names', () => {
  it.each<[string, string, string]>([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\\\Windows\\\\evil.exe', 'evil.exe'],
    ['dots', '..', 'file'],
    ['dots and a slash', '../', 'file'],
    ['new lines as browsers write them', 'a%0D%0ASet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
    ['quotes', 'say %22hi%22.txt', 'say "hi".txt'],
    ['letters of all kinds', 'Ünïcødé 日本 😀.txt', 'Ünïcødé 日本 😀.txt'],
    ['signs that turn the text', 'photo\u202egpj.exe', 'photogpj.exe'],
    ['a percent sign', '100% 5%41.txt', '100% 5%41.txt'],
    ['more than 255 characters', `${'x'.repeat(300)}.png`, `${'x'.repeat(251)}.png`],
  ])('%s', async (_, sent, name) => {
    const parts = [{ head: `name="file"; filename="${sent}"`, body: 'hello' }];
    const { status, body } = await send(service, person, form(parts));
    expect([status, body.file?.name]).toEqual([201, name]);
    const { headers } = await get(service, body.file.url);
    expect(headers.has('set-cookie')).toBe(false);
    const [, ascii, encoded] = /^inline; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(
      headers.get('content-disposition') ?? '',
    ) as unknown as string[];
    expect(decodeURIComponent(encoded as string)).toBe(name);
    expect(ascii).toMatch(/^[ -~]+$/);
  });
});

describe('images that are invalid', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['the first bytes of one', async () => (await picture('png')).subarray(0, 20)],
    ['a bomb', () => bomb()],
  ])('%s', async (_, bytes) => {
    const { body } = await upload(person.client, await bytes(), 'a.png').expect(400);
    expect(body.details).toEqual([{ field: 'file', message: expect.stringContaining('64 megapixels') }]);
  });

  it('a truncated image is shown as far as it can be decoded', async () => {
    const whole = await picture('jpeg', 800, 800);
    const { file } = (await upload(person.client, whole.subarray(0, whole.length - 400), 'a.jpg').expect(201)).body;
    await service.jobsDone();
    await eventually(async () => expect((await get(service, `${file.url}/small`)).status).toBe(200));
  });
});

/** A PNG of 100,000 × 100,000 pixels in a few bytes. */
function bomb(): Buffer {
  const head = '89504e470d0a1a0a0000000d49484452000186a0000186a00802000000';
  return Buffer.from(`${head}8c0e2d1e0000000049454e44ae426082`, 'hex');
}
