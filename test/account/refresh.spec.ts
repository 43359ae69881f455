import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';
import { inTime, refreshing } from './refreshing.js';
import { sessionIdOf } from './token.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const { refresh, expectRefused, rotated, set, secondsPass, expectEnded, expectLiving } = refreshing(() => service);

describe('POST /v1/auth/refresh', () => {
  it('answers with a new pair for the same session, and nothing else', async () => {
    const account = await service.account();
    const before = Math.floor(Date.now() / 1000);
    const { body, headers } = await refresh(account.refresh_token).expect(200);
    expect(body).toEqual({
      session: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_in: 3600,
        expires_at: expect.any(Number),
      },
    });
    expect(body.session.expires_at - before).toBeGreaterThanOrEqual(3600);
    expect(body.session.expires_at - Date.now() / 1000).toBeLessThanOrEqual(3600);
    expect(body.session.access_token).not.toBe(account.access_token);
    expect(body.session.refresh_token).not.toBe(account.refresh_token);
    expect(sessionIdOf(body.session.access_token)).toBe(sessionIdOf(account.access_token));
    expect(headers['cache-control']).toBe('no-store');
    await expectLiving(account, body.session);
  });

  it('continues from token to token', async () => {
    let { refresh_token } = await service.account();
    const seen = new Set([refresh_token]);
    for (let turn = 0; turn < 10; turn++) {
      ({ refresh_token } = await rotated(refresh_token));
      seen.add(refresh_token);
    }
    expect(seen.size).toBe(11);
  });

  it('leaves one valid chain after twenty concurrent refreshes', async () => {
    const account = await service.account();
    const answers = await atOnce(20, () => refresh(account.refresh_token));
    const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.session);
    expect(given.length + answers.filter(({ status }) => status === 401).length).toBe(20);
    expect(given.length).toBeGreaterThanOrEqual(1);
    expect(new Set(given.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    await expectLiving(account, given[0]);
  });

  it('keeps one chain over many rounds of concurrent pairs', async () => {
    const account = await service.account();
    let { refresh_token } = account;
    for (let round = 0; round < 5; round++) {
      const answers = await atOnce(4, () => refresh(refresh_token));
      const tokens = answers.filter(({ status }) => status === 200).map(({ body }) => body.session.refresh_token);
      expect(new Set(tokens).size).toBe(1);
      refresh_token = tokens[0];
    }
    const { rows } = await service.database.query('SELECT counter FROM account.sessions WHERE id = $1', [
      sessionIdOf(account.access_token),
    ]);
    expect(rows[0].counter).toBe(5);
  });
});

describe('a refresh token that was used', () => {
  it.each([0, 9])('%i seconds ago is refused, and the session stays open', (seconds) =>
    inTime(1_000, async () => {
      const account = await service.account();
      const newest = await rotated(account.refresh_token);
      await secondsPass(account, seconds);
      await expectRefused(account.refresh_token);
      await expectRefused(account.refresh_token);
      await expectLiving(account, newest);
    }),
  );

  it('11 seconds ago ends the session', async () => {
    const account = await service.account();
    const newest = await rotated(account.refresh_token);
    await secondsPass(account, 11);
    await expectRefused(account.refresh_token);
    await expectEnded(account, newest);
  });

  it('two rotations ago ends the session at once', async () => {
    const account = await service.account();
    const newest = await rotated((await rotated(account.refresh_token)).refresh_token);
    await expectRefused(account.refresh_token);
    await expectEnded(account, newest);
  });

  it('ends only its own session', async () => {
    const account = await service.account();
    const other = await service.signIn(account.email);
    await rotated((await rotated(account.refresh_token)).refresh_token);
    await expectRefused(account.refresh_token);
    await expectLiving(other, other);
  });
});

describe('the life of a session', () => {
  const lifeOf = async ({ access_token }: Account) => {
    const { rows } = await service.database.query(
      `SELECT extract(epoch FROM idle_ends_at - now())::float8 / 86400 AS idle,
         extract(epoch FROM ends_at - now())::float8 / 86400 AS absolute FROM account.sessions WHERE id = $1`,
      [sessionIdOf(access_token)],
    );
    return rows[0] as { idle: number; absolute: number };
  };

  it('is 30 days unused and 90 days in all, and use renews only the first', async () => {
    const account = await service.account();
    const fresh = await lifeOf(account);
    expect([fresh.idle, fresh.absolute].map((days) => days.toFixed(2))).toEqual(['30.00', '90.00']);
    await set(account, `idle_ends_at = now() + interval '1 hour', ends_at = now() + interval '2 days'`);
    await rotated(account.refresh_token);
    const used = await lifeOf(account);
    expect([used.idle, used.absolute].map((days) => days.toFixed(2))).toEqual(['30.00', '2.00']);
  });

  it.each(['idle_ends_at', 'ends_at'])('is over when %s has passed', async (column) => {
    const account = await service.account();
    await set(account, `${column} = now() - interval '1 second'`);
    await expectEnded(account, account);
  });
});

describe('a refresh token is refused', () => {
  it.each<[string, (account: Account) => Promise<unknown>]>([
    ['after sign-out', async ({ client }) => client.post('/v1/auth/sign-out').expect(200)],
    ['when its user is banned', ({ id }) => service.setStatus(id, 'banned')],
    ['when its user is suspended', ({ id }) => service.setStatus(id, 'suspended')],
    ['when its user is gone', ({ id }) => service.database.query('DELETE FROM account.users WHERE id = $1', [id])],
  ])('%s', async (_, end) => {
    const account = await service.account();
    await end(account);
    await expectRefused(account.refresh_token);
  });

  it('when any character of it was changed', async () => {
    const account = await service.account();
    const token = account.refresh_token;
    const other = (character: string) => (character === 'A' ? 'B' : 'A');
    for (let at = 0; at < token.length; at++) {
      await expectRefused(token.slice(0, at) + other(token[at] as string) + token.slice(at + 1));
    }
    for (const spelled of [`${token}A`, `${token}=`, `${token}==`, ` ${token}`, `${token}\n`, token.slice(0, -1)]) {
      await expectRefused(spelled);
    }
    await rotated(token);
  });

  it('when it is an access token, and is no access token itself', async () => {
    const { access_token, refresh_token } = await service.account();
    await expectRefused(access_token);
    await service.bearer(refresh_token).get('/v1/auth/session').expect(401);
  });

  it('when it is given as a header', async () => {
    const { refresh_token } = await service.account();
    await service.bearer(refresh_token).post('/v1/auth/refresh', {}).expect(400);
  });
});

describe('another service on the same database, with another secret and REFRESH_REUSE_SECONDS', () => {
  let other: TestService;
  beforeAll(async () => {
    other = await TestService.start({
      DATABASE_URL: service.runtime.databaseUrl,
      JWT_SECRET: 'the secret of another service altogether',
      REFRESH_REUSE_SECONDS: '30',
    });
  });
  afterAll(() => other.stop());

  it('refuses tokens of the first service, and the first refuses its tokens', async () => {
    const here = await service.account();
    const there = await other.signIn(here.email);
    await expectRefused(here.refresh_token, other);
    await expectRefused(there.refresh_token, service);
    await other.bearer(here.access_token).get('/v1/auth/session').expect(401);
    await rotated(here.refresh_token);
    await rotated(there.refresh_token, other);
  });

  it('repeats the new token within that time, and ends the session after it', () =>
    inTime(1_000, async () => {
      const { email } = await service.account();
      const account = await other.signIn(email);
      const first = await rotated(account.refresh_token, other);
      await secondsPass(account, 29);
      const answers = await atOnce(3, () => refresh(account.refresh_token, other));
      expect(tally(answers)).toEqual({ 200: 3 });
      for (const { body } of answers) expect(body.session.refresh_token).toBe(first.refresh_token);
      await secondsPass(account, 2);
      await expectRefused(account.refresh_token, other);
      await expectRefused(first.refresh_token, other);
      await other.bearer(first.access_token).get('/v1/auth/session').expect(401);
    }));
});
