import { PASSWORD, TestService } from '../support/service.js';
import { readToken, sessionIdOf } from './token.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const signIn = (email: string, password = PASSWORD) => service.client().post('/v1/auth/sign-in', { email, password });
const setStatus = (email: string, status: string) =>
  service.database.query('UPDATE account.users SET user_status = $2 WHERE email = $1', [email, status]);

describe('POST /v1/auth/sign-in', () => {
  it('answers with a session and a user, and nothing else', async () => {
    const { id, email } = await service.account();
    const before = Math.floor(Date.now() / 1000);
    const { body, headers } = await signIn(email).expect(200);
    expect(body).toEqual({
      session: {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refresh_token: expect.any(String),
        expires_in: 3600,
        expires_at: expect.any(Number),
      },
      user: { id, email, role: 'user' },
    });
    const { expires_at } = body.session;
    expect(expires_at - before).toBeGreaterThanOrEqual(3600);
    expect(expires_at - Date.now() / 1000).toBeLessThanOrEqual(3600);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('accepts every spelling of the address', async () => {
    const { email } = await service.account();
    await signIn(`  ${email.toUpperCase()}\n`).expect(200);
  });

  it('starts a new session each time', async () => {
    const { email, access_token } = await service.account();
    const again = await service.signIn(email);
    expect(sessionIdOf(again.access_token)).not.toBe(sessionIdOf(access_token));
    await service.bearer(access_token).get('/v1/auth/session').expect(200);
    await again.client.get('/v1/auth/session').expect(200);
  });

  it('answers a wrong password and an unknown address in the same words', async () => {
    const { email } = await service.account();
    const wrong = await signIn(email, 'not this one').expect(401);
    const unknown = await signIn('nobody@example.com').expect(401);
    expect(wrong.body).toEqual({ error: 'Invalid credentials' });
    expect(unknown.text).toBe(wrong.text);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
  });

  it.each(['correct horse batter', 'correct horse battery ', ' correct horse battery', 'Correct horse battery', ''])(
    'refuses what is nearly the password: %j',
    async (nearly) => {
      const { email } = await service.account();
      await signIn(email, nearly).expect(401, { error: 'Invalid credentials' });
    },
  );

  it('counts no failures where RATE_LIMIT is off', async () => {
    const { email } = await service.account();
    for (let tries = 0; tries < 12; tries++) await signIn(email, 'not this one').expect(401);
    await signIn(email).expect(200);
  });

  it('returns the role of an admin', async () => {
    const { email } = await service.admin();
    expect((await signIn(email).expect(200)).body.user.role).toBe('admin');
  });
});

describe.each([
  ['banned', 'Account banned'],
  ['suspended', 'Account suspended'],
])('an account that is %s', (status, message) => {
  it('learns its status with the right password only, and its valid tokens are refused', async () => {
    const { email, client, refresh_token } = await service.account();
    await client.get('/v1/auth/session').expect(200);
    await setStatus(email, status);
    await signIn(email).expect(403, { error: message });
    await signIn(email, 'not this one').expect(401, { error: 'Invalid credentials' });
    await client.get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
    await service
      .client()
      .post('/v1/auth/refresh', { refresh_token })
      .expect(401, { error: 'Invalid or expired refresh token' });
    await setStatus(email, 'active');
    await signIn(email).expect(200);
  });

  it('gets no session from the link that confirms its address', async () => {
    const { email } = await service.account();
    const token_hash = await service.mailedToken(email, 'token_hash');
    await setStatus(email, status);
    const { body } = await service.client().post('/v1/auth/verify-email', { token_hash, type: 'email' });
    expect(body.session).toBeUndefined();
    const { rows } = await service.database.query('SELECT email_verified_at FROM account.users WHERE email = $1', [
      email,
    ]);
    expect(rows[0].email_verified_at).toBeNull();
  });
});

describe('GET /v1/auth/session', () => {
  it('returns the caller, and nothing else', async () => {
    const { id, email, client } = await service.account();
    const { body, headers } = await client.get('/v1/auth/session').expect(200);
    expect(body).toEqual({ user: { id, email, role: 'user', type: null, status: 'active', username: null } });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('returns the current values of the database, not those of the token', async () => {
    const { id, email, client } = await service.account();
    for (const role of ['admin', 'user', 'service_role']) {
      await service.database.query(
        `UPDATE account.users SET role = $2, type = 'creator', username = 'changed' WHERE id = $1`,
        [id, role],
      );
      const user = { id, email, role, type: 'creator', status: 'active', username: 'changed' };
      await client.get('/v1/auth/session').expect(200, { user });
    }
  });

  it('is for those who are signed in', async () => {
    await service.client().get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
  });
});

describe('POST /v1/auth/sign-out', () => {
  it('ends this session at once, and no other', async () => {
    const { email, client, refresh_token } = await service.account();
    const other = await service.signIn(email);
    const { body } = await client.post('/v1/auth/sign-out').expect(200);
    expect(body).toEqual({ message: expect.any(String) });
    await client.get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
    await client.post('/v1/auth/sign-out').expect(401, { error: 'Not authenticated' });
    await service.client().post('/v1/auth/refresh', { refresh_token }).expect(401);
    await other.client.get('/v1/auth/session').expect(200);
    await service.client().post('/v1/auth/refresh', { refresh_token: other.refresh_token }).expect(200);
  });

  it('accepts an empty body', async () => {
    const { client } = await service.account();
    await client.post('/v1/auth/sign-out', {}).expect(200);
  });

  it('is for those who are signed in', async () => {
    await service.client().post('/v1/auth/sign-out').expect(401, { error: 'Not authenticated' });
  });
});

describe('REQUIRE_VERIFIED_EMAIL and ACCESS_TOKEN_TTL', () => {
  let strict: TestService;
  beforeAll(async () => {
    strict = await TestService.start({ REQUIRE_VERIFIED_EMAIL: 'true', ACCESS_TOKEN_TTL: '90' });
  });
  afterAll(() => strict.stop());

  it('refuse an account with an unconfirmed address, and set the lifetime of tokens', async () => {
    const credentials = { email: 'waiting@example.com', password: PASSWORD };
    await strict.client().post('/v1/auth/sign-up', credentials).expect(201);
    const refused = await strict.client().post('/v1/auth/sign-in', credentials).expect(403);
    expect(refused.body).toEqual({ error: 'E-mail address not verified' });
    await strict
      .client()
      .post('/v1/auth/sign-in', { ...credentials, password: 'not this one' })
      .expect(401, { error: 'Invalid credentials' });
    const token_hash = await strict.mailedToken(credentials.email, 'token_hash');
    await strict.client().post('/v1/auth/verify-email', { token_hash, type: 'email' }).expect(200);
    const { body } = await strict.client().post('/v1/auth/sign-in', credentials).expect(200);
    expect(body.session.expires_in).toBe(90);
    const { claims } = readToken(body.session.access_token);
    expect(Number(claims.exp) - Number(claims.iat)).toBe(90);
    expect(body.session.expires_at).toBe(claims.exp);
  });
});
