import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConsoleFilesService } from '../../src/console/console.controller.js';
import { ask } from '../support/ask.js';
import { TestService } from '../support/service.js';
import { removeFolder, temporaryFolder } from '../support/server-process.js';

let service: TestService;
let built: ConsoleFilesService;
let folder: string;
let parent: string;
const INDEX = '<!doctype html><title>Console</title>';
const SCRIPT = 'console.log("built")';

beforeAll(async () => {
  service = await TestService.start();
  built = service.app.get(ConsoleFilesService);
});
afterAll(() => service.stop());

beforeEach(() => {
  parent = temporaryFolder();
  folder = built.folder = join(parent, 'page');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'assets', 'index-1a2B_3c-.js'), SCRIPT);
  writeFileSync(join(folder, '.built'), 'stamp');
  writeFileSync(join(parent, 'secret.js'), 'secret');
});
afterEach(() => removeFolder(parent));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(service.url, path, { method, headers });

describe('the page', () => {
  it.each(['/console', '/console/', '/console/users', '/console/reports/0f0e?status=pending'])(
    'is served at %s, asked for anew each time, with a policy that lets nothing in from elsewhere',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect({ status, text }).toEqual({ status: 200, text: INDEX });
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['referrer-policy']).toBe('no-referrer');
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; connect-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
    },
  );

  it('is not sent again while it is the same', async () => {
    const { headers } = await get('/console');
    const again = await get('/console', { 'if-none-match': String(headers['etag']) });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    writeFileSync(join(folder, 'index.html'), `${INDEX}<p>newer</p>`);
    expect((await get('/console', { 'if-none-match': String(headers['etag']) })).status).toBe(200);
  });

  it('tells its size to HEAD', async () => {
    const { status, headers, text } = await get('/console', {}, 'HEAD');
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers['content-length']).toBe(String(INDEX.length));
  });
});

describe('an asset', () => {
  const PATH = '/console/assets/index-1a2B_3c-.js';

  it('is kept for ever: another content has another name', async () => {
    const { status, headers, text } = await get(PATH);
    expect({ status, text }).toEqual({ status: 200, text: SCRIPT });
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await get(PATH, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  });

  it.each([
    '/console/assets/index-other.js',
    '/console/assets/.built',
    '/console/assets/index-1a2B_3c-.js.map',
    '/console/assets/..%2f..%2fsecret.js',
    '/console/assets/%2e%2e%2findex.html',
    '/console/assets/..%5c..%5csecret.js',
    '/console/assets/sub/index.js',
    '/console/.built',
    '/console/favicon.ico',
    '/console/..%2fsecret.js',
  ])('is nothing else in or out of the folder: %s', async (path) => {
    const { status, body } = await get(path);
    expect({ status, body }).toEqual({ status: 404, body: { error: 'File not found' } });
  });
});

describe('as long as there is no page', () => {
  beforeEach(() => rmSync(folder, { recursive: true }));

  it('another one says that it is being built, and looks again by itself', async () => {
    const { status, headers, text } = await get('/console/users');
    expect(status).toBe(200);
    expect(text).toContain('The console is being built');
    expect(headers['cache-control']).toBe('no-store');
    expect((await get('/console/waiting.js')).text).toContain('location.reload()');
    expect((await get('/console/waiting.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('a build that has failed is told, in its own words', async () => {
    writeFileSync(`${folder}.failed`, 'Unexpected token <main>');
    const { status, text } = await get('/console');
    expect(status).toBe(200);
    expect(text).toContain('The console could not be built');
    expect(text).toContain('Unexpected token &lt;main&gt;');
  });
});

it('what npm run build leaves is served as it is, compressed where that is understood', async () => {
  built.folder = fileURLToPath(new URL('../../dist/console-page', import.meta.url));
  const { text } = await get('/console');
  const [asset = ''] = /\/console\/assets\/[\w-]+\.js/.exec(text) ?? [];
  const packed = await fetch(`${service.url}${asset}`, { headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toContain('Accept-Encoding');
  const plain = await get(asset);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(await packed.text()).toBe(plain.text);
});
