import type { Response } from 'supertest';
import { PASSWORD, SLOW_HASHES, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ RATE_LIMIT: '100000', TRUST_PROXY: 'loopback', ...SLOW_HASHES });
});
afterAll(() => service.stop());

let lastAddress = 0;
/** An address that no request has come from. */
const stranger = () => `203.0.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`;

const from = (address: string, of = service) => of.client({ 'x-forwarded-for': address });
const signIn = (address: string, email: string, password = PASSWORD, of = service) =>
  from(address, of).post('/v1/auth/sign-in', { email, password });

async function guess(times: number, email: string, address: string): Promise<void> {
  const answers = await atOnce(times, () => signIn(address, email, 'not this one'));
  for (const { body } of answers) expect(body).toEqual({ error: 'Invalid credentials' });
  expect(tally(answers)).toEqual({ 401: times });
}

function expectTooMany({ status, body, headers }: Response, seconds: number): void {
  expect({ status, body }).toEqual({ status: 429, body: { error: 'Too many requests' } });
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(seconds - 60);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(seconds);
}

describe('guessing at the password of an account', () => {
  it('is over after ten failures, even with the right password', async () => {
    const { email } = await service.account();
    await guess(10, email, stranger());
    expectTooMany(await signIn(stranger(), email), 900);
    expectTooMany(await signIn(stranger(), email, 'not this one'), 900);
  });

  it('answers 429 from the eleventh failure on', async () => {
    const { email } = await service.account();
    await guess(10, email, stranger());
    expectTooMany(await signIn(stranger(), email, 'not this one'), 900);
    expectTooMany(await signIn(stranger(), email), 900);
  });

  it('does not lock out the owner on a network where they signed in before', async () => {
    const { email } = await service.account();
    const home = stranger();
    await signIn(home, email).expect(200);
    const thief = stranger();
    await guess(10, email, thief);
    expectTooMany(await signIn(thief, email, 'not this one'), 900);
    await signIn(home, email).expect(200);
    expectTooMany(await signIn(home, email, 'not this one'), 900);
    await signIn(home, email).expect(200);
    expectTooMany(await signIn(stranger(), email), 900);
  });

  it('does not count successes, before or between', async () => {
    const { email } = await service.account();
    for (let round = 0; round < 3; round++) {
      for (let turn = 0; turn < 4; turn++) await signIn(stranger(), email).expect(200);
      await guess(3, email, stranger());
    }
    await signIn(stranger(), email).expect(200);
  });

  it('is counted alike where there is no such account', async () => {
    const email = 'nobody@example.com';
    await guess(10, email, stranger());
    expectTooMany(await signIn(stranger(), email), 900);
  });

  it('is one count for all spellings of the address', async () => {
    const { email } = await service.account();
    await guess(5, email, stranger());
    await guess(5, ` ${email.toUpperCase()} `, stranger());
    expectTooMany(await signIn(stranger(), email, 'not this one'), 900);
  });

  it('is counted for the longest address too', async () => {
    const labels = [62, 61, 61].map((length) => 'd'.repeat(length)).join('.');
    const { email } = await service.account(`${'l'.repeat(64)}@${labels}.de`);
    await guess(10, email, stranger());
    expectTooMany(await signIn(stranger(), email, 'not this one'), 900);
  });

  it('is limited the same when all requests come at once', async () => {
    const { email } = await service.account();
    const answers = await atOnce(30, () => signIn(stranger(), email, 'not this one'));
    expect(tally(answers)).toEqual({ 401: 10, 429: 20 });
  });

  it('does not affect another account', async () => {
    const { email } = await service.account();
    const other = await service.account();
    const address = stranger();
    await guess(10, email, address);
    await signIn(address, other.email).expect(200);
  });

  it('is counted where it is done to delete the account', async () => {
    const { email, client } = await service.account();
    await guess(9, email, stranger());
    await client.delete('/v1/users/me', { password: 'not this one' }).expect(403, { error: 'Wrong password' });
    expectTooMany(await client.delete('/v1/users/me', { password: 'not this one' }), 900);
    await client.get('/v1/auth/session').expect(200);
  });

  it('is allowed again after 15 minutes', async () => {
    const { email } = await service.account();
    await guess(10, email, stranger());
    expectTooMany(await signIn(stranger(), email, 'not this one'), 900);
    await service.database.query('UPDATE platform.limits SET expire = $1', [Date.now() - 1000]);
    await signIn(stranger(), email).expect(200);
  });
});

describe('guessing from one address', () => {
  it('is over after a hundred failures, over all accounts', async () => {
    const address = stranger();
    const { email } = await service.account();
    const answers = await atOnce(100, (index) => signIn(address, `nobody${index % 25}@example.com`, 'not this one'));
    expect(tally(answers)).toEqual({ 401: 100 });
    expectTooMany(await signIn(address, 'nobody-else@example.com'), 900);
    expectTooMany(await signIn(address, email), 900);
    await signIn(stranger(), email).expect(200);
  });

  it('is over for tokens of every kind after thirty', async () => {
    const address = stranger();
    const kinds = [
      () => from(address).post('/v1/auth/verify-email', { token_hash: 'guess', type: 'email' }).expect(400),
      () => from(address).post('/v1/auth/refresh', { refresh_token: 'guess' }).expect(401),
      () =>
        from(address)
          .with({ authorization: 'Bearer guess' })
          .post('/v1/auth/reset-password', { password: PASSWORD })
          .expect(401),
    ];
    for (let tries = 0; tries < 30; tries++) await kinds[tries % 3]?.();
    expectTooMany(await from(address).post('/v1/auth/verify-email', { token_hash: 'guess', type: 'email' }), 300);
    expectTooMany(await from(address).post('/v1/auth/refresh', { refresh_token: 'guess' }), 300);
    const reset = from(address).with({ authorization: 'Bearer guess' });
    expectTooMany(await reset.post('/v1/auth/reset-password', { password: PASSWORD }), 300);
    await from(stranger()).post('/v1/auth/refresh', { refresh_token: 'guess' }).expect(401);
  });
});

describe('another process on the same database, without RATE_LIMIT and TRUST_PROXY', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await TestService.start({ DATABASE_URL: service.runtime.databaseUrl, RATE_LIMIT: '' });
  });
  afterAll(() => other.stop());

  it('knows the failures from before its start, and continues the count', async () => {
    const { email } = await service.account();
    await guess(9, email, stranger());
    await signIn('', email, 'not this one', other).expect(401);
    expectTooMany(await signIn('', email, 'not this one', other), 900);
    expectTooMany(await signIn(stranger(), email), 900);
  });

  it('ignores forwarded addresses', async () => {
    const { email } = await service.account();
    const home = stranger();
    await signIn(home, email).expect(200);
    await service.database.query(`DELETE FROM account.sessions WHERE address = '127.0.0.1'`);
    await guess(10, email, stranger());
    expectTooMany(await signIn(home, email, 'not this one', other), 900);
    expectTooMany(await signIn(home, email, PASSWORD, other), 900);
    await signIn(home, email).expect(200);
  });
});

describe('TRUST_PROXY', () => {
  it('takes the address that the proxy saw, not those that the caller invented', async () => {
    const { email } = await service.account();
    const real = stranger();
    await signIn(`198.51.100.7, ${real}`, email).expect(200);
    const { rows } = await service.database.query(
      `SELECT host(address) AS address FROM account.sessions s JOIN account.users u ON u.id = s.user_id
       WHERE email = $1 ORDER BY s.created_at DESC LIMIT 1`,
      [email],
    );
    expect(rows[0].address).toBe(real);
  });
});
