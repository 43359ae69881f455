import { ask } from '../support/ask.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually, PASSWORD } from '../support/service.js';

let service: FixtureService;
afterEach(() => service.stop());

async function start(variables: Record<string, string>): Promise<void> {
  service = await FixtureService.start({ variables });
}

const preflight = (origin: string) =>
  service.ask('/v1/users/me', {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization',
    },
  });

const MAILBOX = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css', '/dev/mailbox.js', '/dev/mailbox/x/html'];

async function expectNoMailbox(): Promise<void> {
  for (const path of MAILBOX) {
    expect(await service.ask(path)).toMatchObject({ status: 404, body: { error: 'Not found' } });
  }
  expect((await service.ask('/dev/mailbox', { method: 'DELETE' })).status).toBe(404);
}

describe('in development', () => {
  beforeEach(() => start({ NODE_ENV: 'development' }));

  it('scripts of any origin may call, without cookies', async () => {
    const { status, headers } = await preflight('https://anything.example');
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-headers']).toMatch(/Authorization.*X-API-Key.*Idempotency-Key/);
    expect(headers['access-control-max-age']).toBe('86400');
    const health = await service.ask('/v1/health', { headers: { origin: 'https://anything.example' } });
    expect(health.headers['access-control-expose-headers']).toMatch(/X-Request-Id.*Retry-After/);
  });

  it('mails are captured and shown, as a page and as JSON', async () => {
    const email = 'someone@example.com';
    await service.send('POST', '/v1/auth/sign-up', { email, password: PASSWORD });
    const mail = await eventually(async () => {
      const { status, body } = await service.ask('/dev/mailbox.json');
      expect({ status, count: body.mails.length }).toEqual({ status: 200, count: 1 });
      return body.mails[0];
    });
    expect(mail).toMatchObject({
      to: email,
      subject: expect.any(String),
      from: 'Community <no-reply@localhost>',
    });
    const page = await service.ask(`/dev/mailbox?to=${email}`, { headers: { accept: 'text/html' } });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toContain(email);
    expect(page.text).toMatch(/href="http:\/\/localhost:\d+\/verify-email\?token_hash=[\w-]+&amp;type=email"/);
    const html = await service.ask(`/dev/mailbox/${mail.id}/html`);
    expect(html.text).toContain('verify-email');
    expect(html.headers['content-security-policy']).toMatch(/^sandbox /);
    for (const path of MAILBOX.slice(0, 4)) expect((await service.ask(path)).status).toBe(200);
    expect((await service.ask('/dev/mailbox/no-such-mail/html')).status).toBe(404);
    expect((await service.ask('/dev/mailbox', { method: 'DELETE' })).status).toBe(204);
    expect((await service.ask('/dev/mailbox.json')).body).toEqual({ mails: [] });
  });

  it('mails are not shown under another host, nor through a proxy or tunnel', async () => {
    const foreign: Record<string, string>[] = [
      { host: 'rebound.example' },
      { host: `localhost.rebound.example:${service.runtime.port}` },
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
    ];
    for (const headers of foreign) {
      for (const path of [...MAILBOX, '/dev/realtime']) {
        expect(await service.ask(path, { headers })).toMatchObject({
          status: 404,
          body: { error: 'Not found' },
        });
      }
      expect((await service.ask('/dev/mailbox', { method: 'DELETE', headers })).status).toBe(404);
    }
    const { port } = service.runtime;
    for (const host of ['localhost', `LOCALHOST:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect((await service.ask('/dev/mailbox', { headers: { host } })).status).toBe(200);
    }
  });

  it('the sandbox shows its controls only under local host names', async () => {
    const sandbox = (service.runtime.sandboxUrl as string).replace('localhost', '127.0.0.1');
    for (const path of ['/', '/sandbox/events', '/sandbox/deliveries']) {
      expect((await ask(sandbox, path)).status).toBe(200);
      expect((await ask(sandbox, path, { headers: { host: 'rebound.example' } })).status).toBe(404);
    }
  });

  it('scripts of other sites neither read nor empty the mailbox', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    for (const path of MAILBOX) expect((await service.ask(path, { headers })).status).toBe(403);
    expect((await service.ask('/dev/mailbox', { method: 'DELETE', headers })).status).toBe(403);
    const visit = { ...headers, 'sec-fetch-mode': 'navigate' };
    expect((await service.ask('/dev/mailbox', { headers: visit })).status).toBe(200);
    expect((await service.ask('/dev/mailbox', { method: 'DELETE', headers: visit })).status).toBe(403);
  });
});

describe('in production', () => {
  const origins = 'https://app.example.com, http://localhost:5173';
  beforeEach(() => start({ NODE_ENV: 'production', CORS_ORIGINS: origins }));

  it('only scripts of CORS_ORIGINS may call', async () => {
    for (const origin of origins.split(', ')) {
      expect((await preflight(origin)).headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: expect.stringContaining('Origin'),
      });
    }
    for (const origin of ['https://app.example.com.evil.example', 'http://app.example.com', 'null', '']) {
      const { headers } = await preflight(origin);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers.vary).toContain('Origin');
    }
  });

  it('Strict-Transport-Security is set', async () => {
    const { headers } = await service.ask('/v1/health');
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  it('there is no mailbox, and without SMTP_URL mails wait in the queue', async () => {
    await expectNoMailbox();
    const email = 'someone@example.com';
    expect((await service.send('POST', '/v1/auth/sign-up', { email, password: PASSWORD })).status).toBe(201);
    await eventually(async () => {
      const { rows } = await service.database.query(
        `SELECT state, retry_count, data->>'kind' AS kind FROM jobs.job WHERE name = 'mail.send'`,
      );
      expect(rows).toEqual([{ state: 'retry', retry_count: expect.any(Number), kind: 'account.verification' }]);
    });
    expect(service.log().some(({ msg }) => String(msg).startsWith('SMTP_URL is not set'))).toBe(true);
    expect(service.logText()).not.toContain(email);
  });
});

describe('with SMTP_URL', () => {
  it('there is no mailbox in development either', async () => {
    await start({ NODE_ENV: 'development', SMTP_URL: 'smtp://127.0.0.1:1' });
    await expectNoMailbox();
  });
});
