import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'supertest';
import { PasswordHasherService } from '../../src/account/password-hashing/password-hasher.service.js';
import { startRedis } from '../support/redis-server.js';
import { eventually, PASSWORD, SLOW_HASHES, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ RATE_LIMIT: '100000', TRUST_PROXY: 'loopback', ...SLOW_HASHES });
});
afterAll(() => service.stop());

const WRONG = 'not this one';
const BROWSER = { 'user-agent': 'Browser of the owner' };

let lastAddress = 0;
const newAddress = () => `198.51.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`;

const signIn = (
  address: string,
  email: string,
  password = PASSWORD,
  { headers = {}, at = service }: { headers?: Record<string, string>; at?: TestService } = {},
) => at.client({ 'x-forwarded-for': address, ...headers }).post('/v1/auth/sign-in', { email, password });

const seconds = ({ status, body, headers }: Response): number => {
  expect({ status, body }).toEqual({ status: 429, body: { error: 'Too many requests' } });
  return Number(headers['retry-after']);
};

/**
 * Adds failures to the count of an address. Hashing a hundred passwords would make the tests depend on the load of the
 * machine.
 */
async function addFailures(limit: string, address: string, failures: number): Promise<void> {
  const { rowCount } = await service.database.query(
    `UPDATE platform.limits SET points = points + $3 * 10001
     WHERE key LIKE $1 || ':%' AND right(key, length($2) + 1) = ':' || $2`,
    [limit, address, failures],
  );
  expect(rowCount).toBe(1);
}

/** Counts the compared passwords. Each comparison takes so long that all requests arrive before the first one ends. */
async function comparisons(work: () => Promise<unknown>, of = [service]): Promise<number> {
  let count = 0;
  const hashers = of.map(({ app }) => app.get(PasswordHasherService, { strict: false }));
  for (const hasher of hashers) {
    hasher.verify = async (password, stored) => {
      count++;
      await sleep(3_000);
      return PasswordHasherService.prototype.verify.call(hasher, password, stored);
    };
  }
  try {
    await work();
  } finally {
    for (const hasher of hashers) delete (hasher as Partial<PasswordHasherService>).verify;
  }
  return count;
}

describe('guesses that are sent at once', () => {
  it('try no more passwords with eighty concurrent requests than with one after the other', async () => {
    const { email } = await service.account();
    const compared = await comparisons(async () => {
      const answers = await atOnce(80, (index) => signIn(newAddress(), email, `${WRONG} ${index}`));
      expect(tally(answers)).toEqual({ 401: 10, 429: 70 });
    });
    expect(compared).toBe(10);
    expect(seconds(await signIn(newAddress(), email))).toBeGreaterThan(800);
  });

  it('try at most a hundred passwords from one address, over all accounts', async () => {
    const address = newAddress();
    await signIn(address, 'person@example.com', WRONG).expect(401);
    await addFailures('sign-in:address', address, 93);
    const answers = await atOnce(30, (index) => signIn(address, `person${index}@example.com`, WRONG));
    expect(tally(answers)).toEqual({ 401: 6, 429: 24 });
  });

  it('are all answered when they are right: they are not failures while they are being checked', async () => {
    const { email } = await service.account();
    const address = newAddress();
    const answers = await atOnce(14, () => signIn(address, email));
    expect(tally(answers)).toEqual({ 200: 14 });
    expect(tally(await atOnce(10, () => signIn(newAddress(), email, WRONG)))).toEqual({ 401: 10 });
  });

  it('are counted when an account is deleted', async () => {
    const { client, email } = await service.account();
    const compared = await comparisons(async () => {
      const answers = await atOnce(40, () => client.delete('/v1/users/me', { password: WRONG }));
      expect(tally(answers)).toEqual({ 403: 10, 429: 30 });
    });
    expect(compared).toBe(10);
    expect((await client.delete('/v1/users/me', { password: PASSWORD })).status).toBe(429);
    await signIn('127.0.0.1', email).expect(200);
  });

  it('are counted for mail tokens before the token is looked up', async () => {
    const { email } = await service.account();
    const token_hash = await service.mailedToken(email, 'token_hash');
    const address = newAddress();
    const verify = (token: string, from = address) =>
      service.client({ 'x-forwarded-for': from }).post('/v1/auth/verify-email', { token_hash: token, type: 'email' });
    expect(tally(await atOnce(40, (index) => verify(`guess ${index}`)))).toEqual({ 400: 30, 429: 10 });
    expect(seconds(await verify(token_hash))).toBeGreaterThan(240);
    await verify(token_hash, newAddress()).expect(200);
  });

  it('are counted once over all processes with Redis', async () => {
    const redis = await startRedis();
    const variables = { RATE_LIMIT: '100000', TRUST_PROXY: 'loopback', REDIS_URL: redis.url };
    const one = await TestService.start(variables);
    const other = await TestService.start({ ...variables, DATABASE_URL: one.runtime.databaseUrl });
    try {
      for (const each of [one, other]) await eventually(() => each.client().get('/v1/health/ready').expect(200));
      const { email } = await one.account();
      // On a busy machine Redis may answer too late. PostgreSQL then counts, with ten attempts of its own.
      const guess = (index: number) => signIn(newAddress(), email, WRONG, { at: index % 2 ? one : other });
      const compared = await comparisons(() => atOnce(60, guess), [one, other]);
      expect(compared).toBeGreaterThanOrEqual(10);
      expect(compared).toBeLessThanOrEqual(20);
      expect(tally(await atOnce(12, () => signIn('127.0.0.1', email, PASSWORD, { at: one })))).toEqual({
        200: 12,
      });
    } finally {
      await other.stop();
      await one.stop();
      await redis.kill();
    }
  });
});

describe('an address from which the account signed in before', () => {
  it('can fail a hundred times an hour, and after that the right password is refused too', async () => {
    const { email } = await service.account();
    const home = newAddress();
    await signIn(home, email).expect(200);
    expect((await signIn(home, email, WRONG)).status).toBe(401);
    await addFailures('sign-in:known', home, 98);
    expect((await signIn(home, email)).status).toBe(200);
    expect((await signIn(home, email, WRONG)).status).toBe(401);
    expect(seconds(await signIn(home, email, WRONG, { headers: BROWSER }))).toBeGreaterThan(3000);
    expect(seconds(await signIn(home, email, PASSWORD, { headers: BROWSER }))).toBeGreaterThan(3000);
    const other = newAddress();
    expect((await signIn(other, email)).status).toBe(200);
    expect((await signIn(other, email)).status).toBe(200);
  });

  it('does not lock out a device that signed in there before for more than a minute', async () => {
    const { email } = await service.account();
    const office = newAddress();
    await signIn(office, email, PASSWORD, { headers: BROWSER }).expect(200);
    await signIn(office, email, WRONG).expect(401);
    await addFailures('sign-in:known', office, 99);
    expect(seconds(await signIn(office, email))).toBeGreaterThan(3000);
    await signIn(office, email, PASSWORD, { headers: BROWSER }).expect(200);
    await signIn(office, email, WRONG, { headers: BROWSER });
    const wait = seconds(await signIn(office, email, PASSWORD, { headers: BROWSER }));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    await service.database.query(`UPDATE platform.limits SET expire = 1 WHERE key LIKE 'sign-in:device:%'`);
    await signIn(office, email, PASSWORD, { headers: BROWSER }).expect(200);
  });

  it('serves its users although a hundred guesses at other accounts came from it', async () => {
    const [known, unknown] = [await service.account(), await service.account()];
    const office = newAddress();
    await signIn(office, known.email).expect(200);
    await signIn(office, 'colleague@example.com', WRONG).expect(401);
    await addFailures('sign-in:address', office, 99);
    await signIn(office, known.email).expect(200);
    expect(seconds(await signIn(office, unknown.email))).toBeGreaterThan(800);
    await signIn(newAddress(), unknown.email).expect(200);
  });

  it('is the /64 network of an IPv6 address, and the IPv4 address where that is mapped into IPv6', async () => {
    const { email } = await service.account();
    await signIn('2001:db8:1:2::1', email).expect(200);
    await signIn('192.0.2.200', email).expect(200);
    await atOnce(10, () => signIn(newAddress(), email, WRONG));
    await signIn('2001:db8:1:2:ffff::9', email).expect(200);
    await signIn('::ffff:192.0.2.200', email).expect(200);
    await signIn('::ffff:c000:2c8', email).expect(200);
    expect((await signIn('2001:db8:1:3::1', email)).status).toBe(429);
    expect((await signIn('::ffff:192.0.2.201', email)).status).toBe(429);
  });
});

describe('guesses from one IPv6 network', () => {
  it('are one count for its 2^64 addresses', async () => {
    await signIn('2001:db8:77:1::1', 'somebody@example.com', WRONG).expect(401);
    await addFailures('sign-in:address', '2001:db8:77:1::/64', 94);
    const answers = await atOnce(20, (index) =>
      signIn(`2001:db8:77:1:${(index * 3119).toString(16)}::1`, `somebody${index}@example.com`, WRONG),
    );
    expect(tally(answers)).toEqual({ 401: 5, 429: 15 });
    await signIn('2001:db8:77:2::1', 'somebody@example.com', WRONG).expect(401);
  });
});
