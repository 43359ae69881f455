import { MetricsService } from '../../src/platform/http/server/metrics.service.js';
import type { Answer } from '../support/ask.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually, PASSWORD } from '../support/service.js';

let service: FixtureService;
let headers: { authorization: string };
beforeAll(async () => {
  service = await FixtureService.start();
  headers = await service.bearer();
});
afterAll(() => service.stop());

describe('a path', () => {
  it('with another case is another path', async () => {
    expect(await service.ask('/V1/health')).toMatchObject({ status: 404, body: { error: 'Not found' } });
  });
});

describe('health', () => {
  it('is ok as soon as the process serves', async () => {
    expect(await service.ask('/v1/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('ready names each dependency', async () => {
    // A dependency that takes longer than a second counts as down.
    await eventually(async () =>
      expect(await service.ask('/v1/health/ready')).toMatchObject({
        status: 200,
        body: { status: 'ok', dependencies: { database: 'ok', jobs: 'ok', redis: 'not configured' } },
      }),
    );
  });

  it('ready is 503 and names the database while it is unavailable; then all is ok again', async () => {
    await service.withoutDatabase(async () => {
      expect(await service.ask('/v1/health/ready')).toMatchObject({
        status: 503,
        body: { status: 'unavailable', dependencies: { database: 'down', jobs: 'down' } },
      });
      expect((await service.ask('/v1/health')).status).toBe(200);
      const answer = await service.ask('/v1/auth/session', { headers });
      expect(answer).toMatchObject({ status: 503, body: { error: 'Service unavailable' } });
      const signIn = await service.send('POST', '/v1/auth/sign-in', {
        email: 'user1@example.com',
        password: PASSWORD,
      });
      expect(signIn).toMatchObject({ status: 503, body: { error: 'Service unavailable' } });
    });
    await eventually(async () => expect((await service.ask('/v1/health/ready')).status).toBe(200));
    expect((await service.ask('/v1/auth/session', { headers })).status).toBe(200);
  });
});

describe('metrics', () => {
  it('are Prometheus text with the time of each route, without paths of unknown requests', async () => {
    await service.ask('/v1/users/some-body', { headers });
    await service.ask('/v1/made-up-by-somebody');
    // A request is counted after its answer was sent.
    const {
      status,
      text,
      headers: given,
    } = await eventually(async () => {
      const answer = await service.ask('/metrics');
      expect(answer.text).toMatch(
        /^http_request_duration_seconds_bucket\{le="[^"]+",method="GET",route="\/v1\/users\/:id",status="404"\} \d+$/m,
      );
      expect(answer.text).toMatch(
        /^http_request_duration_seconds_count\{method="GET",route="unmatched",status="404"\} \d+$/m,
      );
      return answer;
    });
    expect(status).toBe(200);
    expect(given['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    expect(text).not.toMatch(/made-up|some-body/);
  });

  it.each<Record<string, string>>([{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '127.0.0.1' }])(
    'are 404 through a proxy: %j',
    async (forwarded) => expect((await service.ask('/metrics', { headers: forwarded })).status).toBe(404),
  );

  it("have one set of Node's default metrics per process, whose timers outlive a service", () => {
    const figure = () => new MetricsService().registry.getSingleMetric('nodejs_eventloop_lag_seconds');
    expect(figure()).toBeDefined();
    expect(figure()).toBe(figure());
  });
});

describe('the id of a request', () => {
  it.each(['a', 'Trace_1.2-3', 'x'.repeat(64)])('is taken from the request: %s', async (id) => {
    expect((await service.ask('/v1/health', { headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id);
  });

  it.each(['', 'x'.repeat(65), 'a b', 'a"b', '<script>', '{"a":1}', 'ä'])('replaces an invalid one: %j', async (id) => {
    const answer = await service.ask('/v1/health', { headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('differs between requests, and is set on refusals too', async () => {
    const answers = await Promise.all(['/v1/health', '/v1/nothing', '/v1/%00'].map((path) => service.ask(path)));
    expect(new Set(answers.map(({ headers: { 'x-request-id': id } }) => id)).size).toBe(3);
  });
});

const ANSWERS: [what: string, ask: () => Promise<Answer>][] = [
  ['200', () => service.ask('/v1/health')],
  ['401', () => service.ask('/v1/auth/session')],
  ['404', () => service.ask('/v1/nothing')],
  ['400 for a bad address', () => service.ask('/v1/users/%00')],
  ['a preflight', () => service.ask('/v1/users', { method: 'OPTIONS' })],
];

describe('the headers of every answer', () => {
  it.each(ANSWERS)('forbid sniffing, framing and referrers: %s', async (_what, ask) => {
    const { headers: given } = await ask();
    expect(given).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(given).not.toHaveProperty('x-powered-by');
    expect(given).not.toHaveProperty('etag');
    expect(given).not.toHaveProperty('server');
    expect(given).not.toHaveProperty('access-control-allow-credentials');
    expect(given).not.toHaveProperty('strict-transport-security');
  });

  it.each([
    '/v1/auth/session',
    '/v1/auth/sessions',
    '/v1/auth/nothing',
    '/v1/api-keys',
    '/v1/users/me',
    '/v1/users/me?x=y',
    '/v1/users/me/',
    '/v1/users/me/export',
    '/v1/users/exports/x',
  ])('forbid caching of private answers: %s', async (path) => {
    for (const credentials of [headers, {}]) {
      expect((await service.ask(path, { headers: credentials })).headers['cache-control']).toBe('no-store');
    }
  });

  it('promise a connection for longer than the minute after which proxies close an idle one', async () => {
    const { headers: given } = await service.ask('/v1/health', { headers: { connection: 'keep-alive' } });
    expect(given['keep-alive']).toBe('timeout=65');
  });

  it('are the same for a sign-in that works and one that does not', async () => {
    for (const password of [PASSWORD, 'wrong password']) {
      const { headers: given } = await service.send('POST', '/v1/auth/sign-in', {
        email: 'user1@example.com',
        password,
      });
      expect(given['cache-control']).toBe('no-store');
    }
  });
});

describe('the log', () => {
  it('has a line of JSON for each request: its route and never its address, headers or body', async () => {
    const secrets = [
      'q-in-the-query',
      'Secret-Password-1',
      'who.is.it@example.com',
      'recovery-token-value',
      'cpk_key-value',
    ];
    const [query, password, email, token, key] = secrets;
    const id = 'the-log-test';
    const marked = { 'x-request-id': id };
    await service.send('POST', '/v1/auth/sign-up', { email, password }, marked);
    const { body } = await service.send('POST', '/v1/auth/sign-in', { email, password }, marked);
    await service.send('POST', '/v1/auth/sign-in', { email, password: `${password}-wrong` }, marked);
    await service.send('POST', '/v1/auth/forgot-password', { email }, marked);
    await service.send(
      'POST',
      '/v1/auth/reset-password',
      { password },
      { ...marked, authorization: `Bearer ${token}` },
    );
    await service.send('POST', '/v1/auth/refresh', { refresh_token: body.session.refresh_token }, marked);
    await service.ask(`/v1/users?search=${query}&email=${email}`, {
      headers: { ...marked, ...headers, 'x-api-key': key as string },
    });
    await service.ask(`/v1/users/${email}`, { headers: { ...marked, ...headers } });
    await service.ask(`/reset-password?recovery_token=${token}`, { headers: marked });
    await service.ask(`/nothing/${email}?${query}`, { headers: marked });
    // A line is written after the answer was sent.
    const lines = await eventually(async () => {
      const written = service.log().filter(({ request_id }) => request_id === id);
      expect(written).toHaveLength(10);
      return written;
    });
    for (const line of lines) {
      expect(
        Object.keys(line)
          .filter((name) => name !== 'user')
          .sort(),
      ).toEqual(['level', 'method', 'ms', 'request_id', 'route', 'status', 'time']);
    }
    expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/v1/auth/sign-up', 201],
      ['POST', '/v1/auth/sign-in', 200],
      ['POST', '/v1/auth/sign-in', 401],
      ['POST', '/v1/auth/forgot-password', 200],
      ['POST', '/v1/auth/reset-password', 401],
      ['POST', '/v1/auth/refresh', 200],
      ['GET', '/v1/users', 200],
      ['GET', '/v1/users/:id', 404],
      ['GET', '/reset-password', 200],
      ['GET', 'unmatched', 404],
    ]);
    const { access_token, refresh_token } = body.session;
    for (const secret of [...secrets, access_token, refresh_token, headers.authorization, PASSWORD]) {
      expect(service.logText()).not.toContain(secret);
    }
    expect(service.logText()).not.toMatch(/@example\.com/);
  });

  it('names the caller by id', async () => {
    const { body } = await service.ask('/v1/auth/session', {
      headers: { ...headers, 'x-request-id': 'named' },
    });
    await eventually(async () =>
      expect(service.log().find(({ request_id }) => request_id === 'named')?.user).toBe(body.user.id),
    );
  });
});
