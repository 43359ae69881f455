import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';
import { type RedisServer, startRedis } from '../support/redis-server.js';

const LIMIT = 5;
const TOO_MANY = { error: 'Too many requests' };
const PUBLIC = '/v1/openapi.json';

const from = (address: string) => ({ 'x-forwarded-for': address });

/** The statuses of consecutive calls. */
async function statuses(service: FixtureService, calls: number, headers: Record<string, string> = {}, path = PUBLIC) {
  const found: number[] = [];
  for (let call = 0; call < calls; call++) found.push((await service.ask(path, { headers })).status);
  return found;
}
const served = (count: number, status = 200) => Array.from({ length: count }, () => status);
/** Asked again, because on a busy machine the database may take the second after which it counts as down too. */
const expectRedisDown = (service: FixtureService) =>
  eventually(async () =>
    expect(await service.ask('/v1/health/ready')).toMatchObject({
      status: 503,
      body: { dependencies: { redis: 'down', database: 'ok' } },
    }),
  );

describe('behind a trusted proxy', () => {
  let service: FixtureService;
  beforeAll(async () => {
    service = await FixtureService.start({
      variables: { RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'loopback' },
    });
  });
  afterAll(() => service.stop());

  it('the sixth request of a minute gets Retry-After', async () => {
    expect(await statuses(service, LIMIT, from('203.0.113.1'))).toEqual(served(LIMIT));
    const answer = await service.ask(PUBLIC, { headers: from('203.0.113.1') });
    expect(answer).toMatchObject({ status: 429, body: TOO_MANY });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('another address has its own counter, and the nearest untrusted address counts', async () => {
    expect(await statuses(service, LIMIT + 1, from('203.0.113.2'))).toEqual([...served(LIMIT), 429]);
    expect(await statuses(service, 1, from('203.0.113.2, 203.0.113.3'))).toEqual([200]);
    expect(await statuses(service, 1, from('198.51.100.1, 203.0.113.2'))).toEqual([429]);
  });

  it('all routes share one counter, and refused requests count too', async () => {
    const who = from('203.0.113.4');
    expect(await statuses(service, 2, who)).toEqual(served(2));
    expect(await statuses(service, 2, who, '/v1/auth/session')).toEqual(served(2, 401));
    expect(await statuses(service, 1, who, '/v1/users/nobody')).toEqual(served(1, 401));
    expect(await statuses(service, 1, who)).toEqual([429]);
  });

  it('an authenticated caller is counted by account, from any address', async () => {
    const sent = [await service.bearer(), await service.bearer()];
    const [one, other] = sent.map((bearer, at) => ({ ...bearer, ...from(`192.0.2.${at}`) }));
    expect(await statuses(service, LIMIT, one, '/v1/auth/session')).toEqual(served(LIMIT));
    expect(await statuses(service, 1, { ...one, ...from('192.0.2.99') }, '/v1/auth/session')).toEqual([429]);
    expect(await statuses(service, 1, other, '/v1/auth/session')).toEqual([200]);
    expect(await statuses(service, 1, from('192.0.2.0'))).toEqual([200]);
  });

  it('no warning about TRUST_PROXY is logged', () => {
    expect(service.logText()).not.toContain('TRUST_PROXY');
  });

  it('all addresses of an IPv6 /64 share one counter, and its neighbour has another', async () => {
    for (let call = 0; call < LIMIT; call++)
      expect(await statuses(service, 1, from(`2001:db8:5:6:${call}::${call}`))).toEqual([200]);
    expect(await statuses(service, 1, from('2001:DB8:5:6:ffff:ffff:ffff:ffff'))).toEqual([429]);
    expect(await statuses(service, 1, from('2001:db8:5:7::1'))).toEqual([200]);
  });

  it('an IPv4 address that is mapped into IPv6 is counted as that IPv4 address', async () => {
    const spellings = ['203.0.113.90', '::ffff:203.0.113.90', '::FFFF:cb00:715a', '::ffff:203.0.113.90'];
    for (const spelling of spellings) expect(await statuses(service, 1, from(spelling))).toEqual([200]);
    expect(await statuses(service, 2, from('203.0.113.90'))).toEqual([200, 429]);
    expect(await statuses(service, 1, from('::ffff:203.0.113.91'))).toEqual([200]);
  });

  it.each<[path: string, answers: number[]]>([
    ['/v1/health', [200]],
    // A dependency that takes longer than a second counts as down.
    ['/v1/health/ready', [200, 503]],
  ])('%s is never counted', async (path, answers) => {
    const who = from('203.0.113.5');
    for (const status of await statuses(service, LIMIT * 3, who, path)) expect(answers).toContain(status);
    expect(await statuses(service, 1, who)).toEqual([200]);
  });
});

describe('without TRUST_PROXY', () => {
  it('X-Forwarded-For is ignored', async () => {
    const service = await FixtureService.start({ variables: { RATE_LIMIT: String(LIMIT) } });
    try {
      for (let call = 0; call < LIMIT; call++) {
        expect(await statuses(service, 1, from(`203.0.113.${call}`))).toEqual([200]);
      }
      expect(await statuses(service, 1, from('203.0.113.77'))).toEqual([429]);
      expect(await statuses(service, 1, { 'x-real-ip': '203.0.113.78', forwarded: 'for=203.0.113.78' })).toEqual([429]);
      const told = service.log().filter(({ msg }) => String(msg).startsWith('TRUST_PROXY is not set'));
      expect(told).toEqual([expect.objectContaining({ level: 40, msg: expect.stringContaining('127.0.0.1') })]);
    } finally {
      await service.stop();
    }
  });
});

describe('with Redis', () => {
  let redis: RedisServer;
  let services: FixtureService[];
  beforeAll(async () => {
    redis = await startRedis();
    const variables = { RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'loopback', REDIS_URL: redis.url };
    services = [await FixtureService.start({ variables }), await FixtureService.start({ variables })];
    for (const service of services) {
      await eventually(async () => expect((await service.ask('/v1/health/ready')).status).toBe(200));
    }
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    await redis.kill();
  });

  it('two services share one counter', async () => {
    const [one, other] = services as [FixtureService, FixtureService];
    let address = 0;
    // Again from another address: on a busy machine a command may take longer than half a second, and then the process
    // counts that request alone.
    await eventually(async () => {
      const who = from(`203.0.114.${++address}`);
      expect(await statuses(one, 3, who)).toEqual(served(3));
      expect(await statuses(other, 3, who)).toEqual([200, 200, 429]);
      expect(await statuses(one, 1, who)).toEqual([429]);
    });
    await eventually(async () => expect((await one.ask('/v1/health/ready')).body.dependencies.redis).toBe('ok'));
  });

  it('that does not answer, requests are still served, and readiness names it', async () => {
    const [service] = services as [FixtureService];
    redis.pause();
    try {
      const begun = performance.now();
      expect(await statuses(service, 2, from('203.0.113.2'))).toEqual(served(2));
      expect(performance.now() - begun).toBeLessThan(5_000);
      await expectRedisDown(service);
    } finally {
      redis.resume();
    }
    await eventually(async () => expect((await service.ask('/v1/health/ready')).status).toBe(200));
  });

  it('killed under traffic, every request is answered, each process counts alone, and readiness names it', async () => {
    const [service] = services as [FixtureService];
    const who = (at: number) => from(`198.51.100.${at}`);
    const calls = Array.from({ length: 60 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 5));
      if (at === 20) await redis.kill();
      return (await service.ask(PUBLIC, { headers: who(at) })).status;
    });
    expect(await Promise.all(calls)).toEqual(served(60));
    expect(await statuses(service, LIMIT + 1, who(200))).toEqual([...served(LIMIT), 429]);
    await expectRedisDown(service);
    // Nest has one logger per process: of two services, the log of the later one contains the lines of both.
    const told = services
      .flatMap((one) => one.log())
      .filter(({ msg }) => String(msg).startsWith('Redis does not answer'));
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(4);
  });
});
