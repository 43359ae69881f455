import { command, commandProcess } from '../support/command.js';
import { eventually, TestService } from '../support/service.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';

describe("the operator's commands beside a running server", () => {
  let service: TestService;
  let variables: Record<string, string>;
  beforeAll(async () => {
    service = await TestService.start();
    variables = { DATABASE_URL: service.runtime.databaseUrl, DATA_DIR: service.runtime.environment.dataDir };
  });
  afterAll(() => service.stop());

  const json = async (...args: string[]) => JSON.parse((await command(variables, ...args, '--json')).out);

  it('create-admin creates an account that can sign in, and prints its generated password', async () => {
    const made = await json('create-admin', '--email', ' Boss@Example.com');
    expect(made).toEqual({
      id: expect.any(String),
      email: 'boss@example.com',
      created: true,
      password: expect.any(String),
    });
    const { body } = await service.client().post('/v1/auth/sign-in', { email: made.email, password: made.password });
    expect(body.user).toEqual({ id: made.id, email: 'boss@example.com', role: 'admin' });
  });

  it('create-admin promotes an existing account at once and leaves its password and sessions', async () => {
    const account = await service.account('promoted@example.com');
    expect(await json('create-admin', '--email', account.email)).toEqual({
      id: account.id,
      email: account.email,
      created: false,
    });
    const { body } = await account.client.get('/v1/auth/session').expect(200);
    expect(body.user.role).toBe('admin');
  });

  it('create-admin with a password replaces it and ends the sessions', async () => {
    const account = await service.account('replaced@example.com');
    await json('create-admin', '--email', account.email, '--password', 'another password');
    await account.client.get('/v1/auth/session').expect(401);
    await service.signIn(account.email, 'another password');
  });

  it('create-api-key prints a key that works', async () => {
    const account = await service.account('scripted@example.com');
    const made = await json('create-api-key', '--email', account.email, '--name', 'nightly');
    expect(made).toEqual({ id: expect.any(String), name: 'nightly', key: expect.stringMatching(/^cpk_/) });
    const { body } = await service.client({ 'x-api-key': made.key }).get('/v1/users/me').expect(200);
    expect(body.user.email).toBe(account.email);
  });

  it('its changes are in the audit log, without an actor and without a secret', async () => {
    const { client } = await service.admin();
    const account = await service.account('audited@example.com');
    const before = (await client.get('/v1/admin/audit?limit=100').expect(200)).body.entries.length;
    await json('create-admin', '--email', account.email, '--password', 'a new password');
    const key = await json('create-api-key', '--email', account.email, '--name', 'nightly');
    await json('rotate-jwt-secret');
    await json('list-users');
    const { body } = await client.get('/v1/admin/audit?limit=100').expect(200);
    const entries = body.entries.slice(0, body.entries.length - before).toReversed();
    expect(entries.flatMap(({ admin_id, admin }: any) => [admin_id, admin])).toEqual(Array(6).fill(null));
    expect(entries.map(({ action, data }: any) => ({ action, data }))).toEqual([
      {
        action: 'operator.admin_created',
        data: { user_id: account.id, created: false, password_replaced: true, by: 'command' },
      },
      {
        action: 'operator.api_key_created',
        data: { user_id: account.id, id: key.id, name: 'nightly' },
      },
      { action: 'operator.jwt_secret_rotated', data: { signed_out: false } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.key);
  });

  it('a failed command leaves no entry', async () => {
    const { client } = await service.admin();
    const length = async () => (await client.get('/v1/admin/audit?limit=100').expect(200)).body.entries.length;
    const before = await length();
    await command(variables, 'create-api-key', '--email', 'ghost@example.com', '--name', 'x');
    await command({ ...variables, DATA_DIR: '/proc/none' }, 'rotate-jwt-secret');
    expect(await length()).toBe(before);
  });

  it('list-users prints all of them through a pipe, also when there are thousands', async () => {
    await service.database.query(
      `INSERT INTO account.users (email) SELECT 'crowd' || n || '@example.com' FROM generate_series(1, 3000) n`,
    );
    const users = JSON.parse((await commandProcess(variables, 'list-users', '--json')).out);
    const { rows } = await service.database.query('SELECT count(*)::int AS users FROM account.users');
    expect(users).toHaveLength(rows[0].users);
    expect((await command(variables, 'list-users')).out.trim().split('\n')).toHaveLength(rows[0].users);
  });

  it('prints control characters of stored texts as escapes, so that they do not reach the terminal', async () => {
    const email = '"\x1b[2J\u009b2J\u2028"@example.com';
    await service.database.query('INSERT INTO account.users (email) VALUES ($1)', [email]);
    for (const options of [[], ['--json']]) {
      const { out } = await command(variables, 'list-users', ...options);
      expect(out).toContain(String.raw`\u001b[2J\u009b2J\u2028`);
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    }
    expect((await json('list-users')).map((user: { email: string }) => user.email)).toContain(email);
    const { errors } = await command(variables, 'create-api-key', '--email', `"\x1b[2J"@example.com`, '--name', 'x');
    expect(errors).toContain(String.raw`\u001b[2j`);
    expect(errors).not.toContain('\x1b');
    await service.database.query('DELETE FROM account.users WHERE email = $1', [email]);
  });

  it.each([
    [['nonsense'], /^npm run cli -- <command>/],
    [['create-admin', '--email', 'nobody'], /is no e-mail address$/],
    [['create-admin', '--email', 'a@example.com', '--password', 'short'], /^--password needs 8 to 256 characters$/],
    [['create-api-key', '--email', 'ghost@example.com', '--name', 'x'], /^there is no account ghost@example\.com$/],
  ])('%j prints the reason and exits with 1', async (args, words) => {
    const { code, out, errors } = await commandProcess(variables, ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors.trim()).toMatch(words);
    expect(errors).not.toMatch(/\n\s+at /);
  });
});

describe('on an embedded database', () => {
  it('works without a server, and rotate-jwt-secret takes effect in a running one', async () => {
    const DATA_DIR = temporaryFolder();
    const { out } = await commandProcess(
      { DATA_DIR },
      'create-admin',
      '--email',
      'root@example.com',
      '--password',
      'long enough',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({ created: true });

    const server = await ServerProcess.start({ DATA_DIR });
    const signIn = async () => {
      const answer = await server.post('/v1/auth/sign-in', {
        email: 'root@example.com',
        password: 'long enough',
      });
      return ((await answer.json()) as { session: { access_token: string } }).session.access_token;
    };
    const status = async (token: string) => {
      const { status: code } = await fetch(`${server.url}/v1/auth/session`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return code;
    };
    const before = await signIn();
    await commandProcess({ DATA_DIR }, 'rotate-jwt-secret');
    const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid;
    const after = await eventually(async () => {
      const token = await signIn();
      expect(kid(token)).not.toBe(kid(before));
      return token;
    });
    expect([await status(before), await status(after)]).toEqual([200, 200]);

    await command({ DATA_DIR }, 'rotate-jwt-secret', '--now');
    await eventually(async () => expect([await status(before), await status(after)]).toEqual([401, 401]));
    expect(await status(await signIn())).toBe(200);

    await server.kill('SIGTERM');
    const refused = await command({ DATA_DIR, JWT_SECRET: 'x'.repeat(40) }, 'rotate-jwt-secret');
    expect(refused).toMatchObject({
      code: 1,
      errors: 'JWT_SECRET is set in the environment: change it there\n',
    });
    removeFolder(DATA_DIR);
  });
});
