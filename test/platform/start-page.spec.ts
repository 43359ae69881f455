import { FixtureService } from '../support/fixture-service.js';

let service: FixtureService;
afterEach(() => service.stop());

const start = async (variables: Record<string, string>) => {
  service = await FixtureService.start({ variables });
};
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const links = (text: string) => [...text.matchAll(/href="([^"]+)"><b>/g)].map(([, href]) => href);

const NOT_FOUND = { status: 404, body: { error: 'Not found' } };

describe('the root address of the service', () => {
  it('shows links in development, all of which work', async () => {
    await start({ NODE_ENV: 'development' });
    const { status, text, headers } = await service.ask('/', { headers: HTML });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toContain('Accept');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(links(text)).toEqual(['docs', 'console', 'dev/realtime', 'dev/mailbox', service.runtime.sandboxUrl]);
    for (const path of ['docs', 'console', 'dev/realtime', 'dev/mailbox', 'pages/notice.css']) {
      expect((await service.ask(`/${path}`, { headers: HTML })).status).toBe(200);
    }
    expect(text).toContain('href="./pages/notice.css"');
    expect(text).not.toContain('<script');
  });

  it('is 404 for clients that ask for JSON', async () => {
    await start({ NODE_ENV: 'development' });
    for (const accept of ['application/json', 'application/json, text/plain', 'application/json, text/html;q=0.5']) {
      expect(await service.ask('/', { headers: { accept } })).toMatchObject(NOT_FOUND);
    }
    expect(await service.ask('/', { method: 'POST' })).toMatchObject(NOT_FOUND);
  });

  it('shows developer pages only to callers on this machine', async () => {
    await start({ NODE_ENV: 'development', SMTP_URL: 'smtp://127.0.0.1:1' });
    const here = await service.ask('/', { headers: HTML });
    expect(links(here.text)).toEqual(['docs', 'console', 'dev/realtime', service.runtime.sandboxUrl]);
    const there = await service.ask('/', { headers: { ...HTML, host: 'community.example' } });
    expect(links(there.text)).toEqual(['docs', 'console']);
  });

  it('is 404 in production', async () => {
    await start({ NODE_ENV: 'production' });
    expect(await service.ask('/', { headers: HTML })).toMatchObject(NOT_FOUND);
    expect((await service.ask('/return/paid', { headers: HTML })).status).toBe(200);
  });
});

describe('the pages that a payment leads back to', () => {
  it.each([
    ['paid', 'Thank you'],
    ['canceled', 'Nothing was paid'],
    ['onboarded', 'Back from the payment processor'],
  ])('/return/%s says what happened and leads on', async (page, words) => {
    await start({ NODE_ENV: 'development' });
    const { status, text } = await service.ask(`/return/${page}`, { headers: HTML });
    expect(status).toBe(200);
    expect(text).toContain(`<h1>${words}</h1>`);
    expect(links(text)).toEqual(['../']);
    expect(text).toContain('href="../pages/notice.css"');
  });
});
