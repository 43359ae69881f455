import request from 'supertest';
import { type Account, PASSWORD, TestService } from '../support/service.js';
import { atOnce, refusals, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const NEW = 'a password of my own';
const REQUIRED = { error: 'Recovery token required: pass it as Authorization: Bearer <token>' };

const forgot = (email: string) => service.client().post('/v1/auth/forgot-password', { email }).expect(200);
const resetWith = (token: string, body: string | object | undefined) =>
  service.bearer(token).post('/v1/auth/reset-password', body);
const reset = (token: string, password = NEW) => resetWith(token, { password });
const expectRefused = (token: string) => reset(token).expect(401, REQUIRED);
const signIn = (email: string, password: string) => service.client().post('/v1/auth/sign-in', { email, password });

async function recoveryOf(email: string, count = 1): Promise<string> {
  await forgot(email);
  return service.mailedToken(email, 'recovery_token', count);
}

async function withRecovery(): Promise<Account & { token: string }> {
  const account = await service.account();
  return { ...account, token: await recoveryOf(account.email) };
}

describe('POST /v1/auth/forgot-password', () => {
  it('mails one link of the agreed form', async () => {
    const { email } = await service.account();
    const { body } = await forgot(` ${email.toUpperCase()} `);
    expect(body).toEqual({ message: expect.any(String) });
    const mails = await service.mailsTo(email, 2);
    const link = new RegExp(`^${service.runtime.appUrl}/reset-password\\?recovery_token=([\\w-]{43})$`, 'm');
    expect(mails.filter(({ text }) => link.test(text))).toHaveLength(1);
  });

  it('sends no mail to an unknown or banned account', async () => {
    const { email } = await service.account();
    await service.mailsTo(email);
    await service.database.query(`UPDATE account.users SET user_status = 'banned' WHERE email = $1`, [email]);
    const banned = await forgot(email);
    const unknown = await forgot('nobody@example.com');
    expect(banned.text).toBe(unknown.text);
    await service.jobsDone();
    expect(await service.mailsTo(email)).toHaveLength(1);
    expect(await service.mailsTo('nobody@example.com', 0)).toHaveLength(0);
  });

  it('gives a link that is good for an hour', async () => {
    const { email } = await withRecovery();
    const { rows } = await service.database.query(
      `SELECT extract(epoch FROM t.expires_at - t.created_at)::float8 / 60 AS minutes FROM account.mail_tokens t
       JOIN account.users u ON u.id = t.user_id WHERE u.email = $1 AND purpose = 'recovery'`,
      [email],
    );
    expect(rows[0].minutes).toBeCloseTo(60, 1);
  });

  it('sends five mails of all kinds in a quarter of an hour, and the last link works', async () => {
    const { email } = await service.account();
    await service.mailsTo(email);
    const answers = await atOnce(8, () => forgot(email));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await service.jobsDone();
    expect(await service.mailsTo(email)).toHaveLength(5);
    await reset(await service.mailedToken(email, 'recovery_token', 4)).expect(200);
  });
});

describe('POST /v1/auth/reset-password', () => {
  it('changes the password, and answers with no more than a message', async () => {
    const { email, token } = await withRecovery();
    const { body, headers } = await reset(token).expect(200);
    expect(body).toEqual({ message: expect.any(String) });
    expect(headers['cache-control']).toBe('no-store');
    await signIn(email, PASSWORD).expect(401, { error: 'Invalid credentials' });
    await signIn(email, NEW).expect(200);
  });

  it('ends all sessions, and leaves the API keys', async () => {
    const { email, client, refresh_token, token } = await withRecovery();
    // A reset that confirms the address for the first time also removes the keys.
    await service.database.query('UPDATE account.users SET email_verified_at = now() WHERE email = $1', [email]);
    const other = await service.signIn(email);
    const { key } = (await client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    await reset(token).expect(200);
    for (const one of [client, other.client]) await one.get('/v1/auth/session').expect(401);
    for (const one of [refresh_token, other.refresh_token]) {
      await service.client().post('/v1/auth/refresh', { refresh_token: one }).expect(401);
    }
    await service.client({ 'x-api-key': key }).get('/v1/auth/session').expect(200);
  });

  it('ends the other recovery tokens of the account, and of no other', async () => {
    const { email, token: first } = await withRecovery();
    const { token: another } = await withRecovery();
    const second = await recoveryOf(email, 2);
    await service.database.query(
      `UPDATE account.mail_tokens t SET used_at = NULL FROM account.users u WHERE u.id = t.user_id AND u.email = $1`,
      [email],
    );
    await reset(second).expect(200);
    await expectRefused(first);
    await reset(another).expect(200);
  });

  it('takes no link but the newest', async () => {
    const { email, token: first } = await withRecovery();
    const second = await recoveryOf(email, 2);
    expect(second).not.toBe(first);
    await expectRefused(first);
    await reset(second).expect(200);
  });

  it('lets one of ten uses at once win', async () => {
    const { email, token } = await withRecovery();
    const answers = await atOnce(10, (index) => reset(token, `password number ${index}`));
    expect(tally(answers)).toEqual({ 200: 1, 401: 9 });
    expect(refusals(answers)).toEqual([REQUIRED]);
    const winner = answers.findIndex(({ status }) => status === 200);
    await signIn(email, `password number ${winner}`).expect(200);
    await expectRefused(token);
  });

  it('refuses a link older than an hour', async () => {
    const { email, token } = await withRecovery();
    await service.database.query(`UPDATE account.mail_tokens SET expires_at = now() WHERE purpose = 'recovery'`);
    await expectRefused(token);
    await signIn(email, PASSWORD).expect(200);
  });

  describe('without a good token', () => {
    let account: Account & { token: string };
    beforeAll(async () => {
      account = await withRecovery();
    });

    it.each<[string, () => string | undefined | Promise<string>]>([
      ['no header', () => undefined],
      ['a header without a token', () => 'Bearer'],
      ['a guess', () => 'Bearer guess'],
      ['an access token', () => `Bearer ${account.access_token}`],
      ['a refresh token', () => `Bearer ${account.refresh_token}`],
      ['a verification token', async () => `Bearer ${await service.mailedToken(account.email, 'token_hash')}`],
      ['another scheme', () => `Basic ${account.token}`],
      ['no scheme', () => account.token],
      ['a token that was cut', () => `Bearer ${account.token.slice(0, -1)}`],
      ['a token with more behind it', () => `Bearer ${account.token} more`],
    ])('refuses %s, whatever the body', async (_, header) => {
      const authorization = await header();
      const client = service.client(authorization === undefined ? {} : { authorization });
      for (const body of [{ password: NEW }, {}, '{"password":', undefined]) {
        await client.post('/v1/auth/reset-password', body).expect(401, REQUIRED);
      }
    });
  });

  it('does not take the token out of the body or the address', async () => {
    const { token } = await withRecovery();
    const path = `/v1/auth/reset-password?recovery_token=${token}&token=${token}`;
    await service.client().post(path, { password: NEW, recovery_token: token, token }).expect(401, REQUIRED);
  });

  it('opens nothing else with a recovery token', async () => {
    const { token } = await withRecovery();
    await service.bearer(token).get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
  });

  describe('with a good token', () => {
    let account: Account & { token: string };
    beforeAll(async () => {
      account = await withRecovery();
    });

    const detailed = { error: 'Validation error', details: expect.any(Array) };
    const missing = { error: 'Missing password' };
    it.each<[string, string | undefined, object]>([
      ['no body', undefined, missing],
      ['nothing in it', '{}', missing],
      ['null', '{"password":null}', missing],
      ['an empty password', '{"password":""}', missing],
      ['a password under another name', '{"new_password":"long enough"}', missing],
      ['seven characters', '{"password":"1234567"}', detailed],
      ['seven emoji', JSON.stringify({ password: '😀'.repeat(7) }), detailed],
      ['257 characters', JSON.stringify({ password: 'p'.repeat(257) }), detailed],
      ['a number', '{"password":1234567890}', detailed],
      ['a list', '{"password":["long enough"]}', detailed],
      ['a list around it', '[{"password":"long enough"}]', detailed],
      ['half an object', '{"password":', { error: 'Invalid JSON' }],
      ['\\u0000', '{"password":"long\\u0000enough"}', detailed],
    ])('refuses a body with %s', async (_, body, error) => {
      expect((await resetWith(account.token, body).expect(400)).body).toEqual(error);
    });

    it('refuses a body that is no JSON or too large', async () => {
      await request(service.url)
        .post('/v1/auth/reset-password')
        .set({ authorization: `Bearer ${account.token}`, 'content-type': 'text/plain' })
        .send(`{"password":"${NEW}"}`)
        .expect(415, { error: 'Unsupported media type' });
      await reset(account.token, 'p'.repeat(1024 * 1024)).expect(413, { error: 'Payload too large' });
    });

    it('changes nothing by what was refused, and the token is good after all of it', async () => {
      await signIn(account.email, PASSWORD).expect(200);
      await reset(account.token).expect(200);
      await signIn(account.email, NEW).expect(200);
    });
  });

  it('takes passwords as sign-up does', async () => {
    for (const password of ['  spaces around  ', '😀'.repeat(8), 'p'.repeat(256)]) {
      const { email, token } = await withRecovery();
      await reset(token, password).expect(200);
      await signIn(email, password).expect(200);
    }
  });
});

describe('a reset in the middle of twenty sign-ins with the old password', () => {
  it('leaves no session that was opened with it', async () => {
    const { email, token } = await withRecovery();
    const before = atOnce(10, () => signIn(email, PASSWORD));
    const resetting = atOnce(1, () => reset(token).expect(200));
    // These arrive while the first ones wait for hashing: they read the password before the change and finish
    // after it.
    await new Promise((resolve) => setTimeout(resolve, 15));
    const after = atOnce(10, () => signIn(email, PASSWORD));
    await resetting;
    const answers = [...(await before), ...(await after)];
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      await service.bearer(body.session.access_token).get('/v1/auth/session').expect(401);
      await service.client().post('/v1/auth/refresh', { refresh_token: body.session.refresh_token }).expect(401);
    }
    await signIn(email, NEW).expect(200);
  });
});
