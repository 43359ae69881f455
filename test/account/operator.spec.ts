import { OperatorAccountsService } from '../../src/account/operator/operator-accounts.service.js';
import { PASSWORD, TestService } from '../support/service.js';

const JWT_SECRET = 'one secret for all processes of this file';
const ADMIN = { ADMIN_EMAIL: ' Boss@Example.com ', ADMIN_PASSWORD: 'the password of the boss' };
const BOSS = 'boss@example.com';

let service: TestService;
/** Services that start later are closed at the end only: Passport's strategies are shared within a Node process. */
const others: TestService[] = [];
beforeAll(async () => {
  service = await TestService.start({ ...ADMIN, JWT_SECRET });
});
afterAll(async () => {
  await Promise.all(others.map((other) => other.stop()));
  await service.stop();
});

const signIn = (email: string, password: string) => service.client().post('/v1/auth/sign-in', { email, password });
const userOf = async (email: string) =>
  (await service.database.query('SELECT * FROM account.users WHERE email = $1', [email])).rows[0];
const operator = () => service.app.get(OperatorAccountsService);

/** Another service that starts on the same database and captures mails in the same folder. */
async function startAgain(variables: Record<string, string>): Promise<void> {
  const databaseUrl = service.runtime.databaseUrl;
  others.push(
    await TestService.start({
      DATABASE_URL: databaseUrl,
      DATA_DIR: service.runtime.environment.dataDir,
      JWT_SECRET,
      ...variables,
    }),
  );
}

async function verified(email: string): Promise<void> {
  const token_hash = await service.mailedToken(email, 'token_hash');
  await service.client().post('/v1/auth/verify-email', { token_hash, type: 'email' }).expect(200);
}

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  it('create a verified admin account that can sign in with the password', async () => {
    const { body } = await signIn(BOSS, ADMIN.ADMIN_PASSWORD).expect(200);
    expect(body.user).toEqual({ id: expect.any(String), email: BOSS, role: 'admin' });
    const { body: own } = await service.bearer(body.session.access_token).get('/v1/users/me').expect(200);
    expect(own.user).toMatchObject({ email_verified: true, role: 'admin', status: 'active' });
    await service.client().post('/v1/auth/sign-up', { email: BOSS, password: PASSWORD }).expect(409);
  });

  it('leave one entry without an actor in the audit log, however often the service starts', async () => {
    const { id } = await userOf(BOSS);
    await startAgain(ADMIN);
    const { rows } = await service.database.query(
      `SELECT actor_id, data FROM events.domain_events WHERE type = 'operator.admin_created' AND staff
       AND data ->> 'user_id' = $1`,
      [id],
    );
    const data = { user_id: id, created: true, password_replaced: false, by: 'environment' };
    expect(rows).toEqual([{ actor_id: null, data }]);
  });

  it('change nothing at the next start, and keep the password of the account', async () => {
    const before = await userOf(BOSS);
    await startAgain({ ...ADMIN, ADMIN_PASSWORD: 'another password' });
    expect(await userOf(BOSS)).toEqual(before);
    await signIn(BOSS, ADMIN.ADMIN_PASSWORD).expect(200);
    await signIn(BOSS, 'another password').expect(401);
  });

  it('make an admin of a confirmed account, which keeps its password, sessions and keys', async () => {
    const { email, client } = await service.account();
    await verified(email);
    const { key } = (await client.post('/v1/api-keys', { name: 'kept' }).expect(201)).body;
    await startAgain({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'another password' });
    expect((await signIn(email, PASSWORD).expect(200)).body.user.role).toBe('admin');
    expect((await client.get('/v1/auth/session').expect(200)).body.user.role).toBe('admin');
    await service.client({ 'x-api-key': key }).get('/v1/auth/session').expect(200);
  });

  it('end the access of a stranger who signed up with the address and never confirmed it', async () => {
    const { id, email, client } = await service.account();
    const { key } = (await client.post('/v1/api-keys', { name: 'back door' }).expect(201)).body;
    await startAgain({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'the password of its owner' });
    await signIn(email, PASSWORD).expect(401, { error: 'Invalid credentials' });
    await client.get('/v1/auth/session').expect(401);
    await service.client({ 'x-api-key': key }).get('/v1/auth/session').expect(401);
    const { body } = await signIn(email, 'the password of its owner').expect(200);
    expect(body.user).toEqual({ id, email, role: 'admin' });
  });

  it('create an account with an unknown password when none is given; a recovery mail sets one', async () => {
    const email = 'later@example.com';
    await startAgain({ ADMIN_EMAIL: email });
    expect(await userOf(email)).toMatchObject({ role: 'admin', email_verified_at: expect.any(Date) });
    await service.client().post('/v1/auth/forgot-password', { email }).expect(200);
    const token = await service.mailedToken(email, 'recovery_token');
    await service.bearer(token).post('/v1/auth/reset-password', { password: PASSWORD }).expect(200);
    expect((await signIn(email, PASSWORD).expect(200)).body.user.role).toBe('admin');
  });

  it('make one account where two processes start at once', async () => {
    const variables = { ADMIN_EMAIL: 'together@example.com', ADMIN_PASSWORD: 'the password of both' };
    await Promise.all([startAgain(variables), startAgain(variables)]);
    await signIn('together@example.com', variables.ADMIN_PASSWORD).expect(200);
  });
});

describe('the operator', () => {
  it('creates an admin with a given password, or a generated one that is shown once', async () => {
    const given = await operator().createAdmin('given@example.com', 'a given password');
    expect(given).toEqual({ id: expect.any(String), email: 'given@example.com', created: true });
    await signIn('given@example.com', 'a given password').expect(200);

    const invented = await operator().createAdmin('invented@example.com');
    expect(invented).toEqual({
      id: expect.any(String),
      email: 'invented@example.com',
      created: true,
      password: expect.stringMatching(/^[\w-]{20,}$/),
    });
    const { body } = await signIn('invented@example.com', invented.password as string).expect(200);
    expect(body.user.role).toBe('admin');
  });

  it('makes an admin of an account at once, and a new password ends its sessions', async () => {
    const { id, email, client, refresh_token } = await service.account();
    expect(await operator().createAdmin(email)).toEqual({ id, email, created: false });
    expect((await client.get('/v1/auth/session').expect(200)).body.user.role).toBe('admin');
    expect(await operator().createAdmin(email, 'a new password')).toEqual({ id, email, created: false });
    await client.get('/v1/auth/session').expect(401);
    await service.client().post('/v1/auth/refresh', { refresh_token }).expect(401);
    await signIn(email, PASSWORD).expect(401);
    await signIn(email, 'a new password').expect(200);
  });

  it('confirms the address of an existing account, which keeps its password', async () => {
    const { id, email, client } = await service.account();
    expect(await operator().createAdmin(email)).toEqual({ id, email, created: false });
    expect(await userOf(email)).toMatchObject({ role: 'admin', email_verified_at: expect.any(Date) });
    await client.get('/v1/auth/session').expect(200);
    await signIn(email, PASSWORD).expect(200);
  });

  it('creates an API key for an account, and none for an unknown address', async () => {
    const { id, email } = await service.account();
    const made = await operator().createApiKey(email, 'from the machine');
    const { body } = await service
      .client({ 'x-api-key': String(made?.key) })
      .get('/v1/auth/session')
      .expect(200);
    expect(body.user.id).toBe(id);
    expect(await operator().createApiKey('nobody@example.com', 'for nobody')).toBeUndefined();
  });

  it('creates no more keys than the limit of the account', async () => {
    const { email } = await service.account();
    for (let made = 0; made < 20; made++) await operator().createApiKey(email, `key ${made}`);
    await expect(operator().createApiKey(email, 'too many')).rejects.toMatchObject({ status: 409 });
  });

  it('lists every account once, oldest first, without its password', async () => {
    await service.database.query(
      `INSERT INTO account.users (email, created_at) SELECT 'crowd' || n || '@example.com', '2020-01-01' FROM generate_series(1, 1500) n`,
    );
    const emails: string[] = [];
    let last = 0;
    for await (const user of operator().list()) {
      emails.push(user.email);
      expect(user).not.toHaveProperty('password_hash');
      expect(user.created_at.getTime()).toBeGreaterThanOrEqual(last);
      last = user.created_at.getTime();
    }
    const { rows } = await service.database.query('SELECT count(*)::int AS all FROM account.users');
    expect(emails).toHaveLength(rows[0].all);
    expect(new Set(emails).size).toBe(emails.length);
  });
});
