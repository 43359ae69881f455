import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce, tally } from '../account/at-once.js';
import { crowd, events, FORBIDDEN, invalid, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { follow, publish } from '../social/posting.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { PASSWORD, TestService } from '../support/service.js';

let service: TestService;
/** Stays an admin, whatever the others do to each other. */
let admin: Person;
beforeAll(async () => {
  service = await TestService.start();
  admin = await person(service, 'admin');
});
afterAll(() => service.stop());

const USERS = '/v1/admin/users';
const NO_USER = { error: 'User not found' };
const patch = (id: string, body: object, by = admin) => by.client.patch(`${USERS}/${id}`, body);
const remove = (id: string, by = admin) => by.client.delete(`${USERS}/${id}`);
const shown = async (id: string) => (await admin.client.get(`${USERS}/${id}`).expect(200)).body.user;
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const list = async (query: Record<string, string>) =>
  (await admin.client.get(`${USERS}?${new URLSearchParams(query)}`).expect(200)).body.users;
const set = (id: string, column: string, value: unknown) =>
  service.database.query(`UPDATE account.users SET ${column} = $2 WHERE id = $1`, [id, value]);

async function named(fields: Record<string, string>): Promise<string> {
  const [id] = (await crowd(service, 1)) as [string];
  for (const [column, value] of Object.entries(fields)) await set(id, column, value);
  return id;
}

describe('GET /v1/admin/users', () => {
  it('lists everybody, newest first, with what staff is shown', async () => {
    const newest = await person(service);
    const { body } = await admin.client.get(USERS).expect(200);
    expect(body).toEqual({ users: expect.any(Array), next_cursor: null });
    expect(body.users[0]).toEqual({
      id: newest.id,
      username: null,
      first_name: null,
      last_name: null,
      role: 'user',
      user_status: 'active',
      verified: false,
      type: null,
      created_at: TIME,
    });
  });

  it('finds words in username, first and last name, of those who are shut out too', async () => {
    const found = [
      await named({ username: 'zorro_1' }),
      await named({ first_name: 'ZORROLINE', user_status: 'banned' }),
      await named({ last_name: 'El Zorro', user_status: 'suspended' }),
    ];
    expect(ids(await list({ search: ' zorro ' })).sort()).toEqual(found.sort());
    expect(await list({ search: 'z%rro' })).toEqual([]);
    expect(await list({ search: 'zorro@example.com' })).toEqual([]);
    expect(ids(await list({ search: 'zorro', user_status: 'banned' }))).toEqual([found[1]]);
    expect(ids(await list({ search: 'zorro', role: 'admin' }))).toEqual([]);
    expect(ids(await list({ search: 'zorro', role: 'user', user_status: 'suspended' }))).toEqual([found[2]]);
  });

  it('filters by role and status', async () => {
    const banned = await named({ user_status: 'banned' });
    expect(ids(await list({ role: 'admin' }))).toEqual([admin.id]);
    expect(ids(await list({ user_status: 'banned' }))).toContain(banned);
    expect(ids(await list({ user_status: 'active' }))).not.toContain(banned);
    expect(await list({ role: 'service_role' })).toEqual([]);
  });

  it('goes on page by page, with nobody twice and nobody missing, however many came in one moment', async () => {
    const together = await crowd(service, 130);
    await service.database.query(
      `UPDATE account.users SET created_at = '2030-01-01', last_name = 'Together' WHERE id = ANY ($1)`,
      [together],
    );
    for (const limit of ['7', '100', '1000']) {
      const rows = await walk<{ id: string }>(admin.client, `${USERS}?search=together&limit=${limit}`, 'users');
      expect(ids(rows).sort()).toEqual([...together].sort());
    }
    expect(await list({})).toHaveLength(20);
    expect(await list({ limit: '1000' })).toHaveLength(100);
  });

  it.each<[string, object]>([
    ['user_status=gone', { error: 'Invalid status' }],
    ['role=root', invalid('role')],
    [`search=${'s'.repeat(101)}`, invalid('search')],
  ])('refuses ?%s', async (query, answer) =>
    expect((await admin.client.get(`${USERS}?${query}`).expect(400)).body).toEqual(answer),
  );
});

describe('GET /v1/admin/users/{id}', () => {
  it('shows the whole account, whatever its status', async () => {
    const { id, email } = await service.account();
    await set(id, 'user_status', 'banned');
    const [line] = await list({ user_status: 'banned' });
    expect(await shown(id)).toEqual({ ...line, email, updated_at: TIME });
    expect(line.id).toBe(id);
  });

  it.each([UNKNOWN, 'none', '5', 'me'])('knows no %s', async (id) => {
    await admin.client.get(`${USERS}/${id}`).expect(404, NO_USER);
    await patch(id, { verified: true }).expect(404, NO_USER);
    await patch(id, { verified: 'true' }).expect(400);
    await remove(id).expect(404, NO_USER);
  });
});

describe('PATCH /v1/admin/users/{id}', () => {
  it('changes what it is given, and nothing else', async () => {
    const { id } = await service.account();
    const before = await shown(id);
    await sleep(5);
    const changes = { role: 'admin', verified: true, type: 'creator' };
    const { body } = await patch(id, {
      ...changes,
      email: 'other@example.com',
      username: 'other',
      id: UNKNOWN,
      password_hash: '',
    }).expect(200);
    expect(body).toEqual({ user: { ...before, ...changes, updated_at: TIME } });
    expect(body.user.updated_at > before.updated_at).toBe(true);
    expect(await shown(id)).toEqual(body.user);
    const data = {
      user_id: id,
      before: { role: 'user', verified: false, type: null },
      after: changes,
    };
    expect(await events(service, admin.id, 'admin.user_updated')).toEqual([data]);

    for (const same of [{}, changes, { email: 'x' }]) await patch(id, same).expect(200, body);
    expect(await events(service, admin.id, 'admin.user_updated')).toHaveLength(1);
    await patch(id, { type: null, role: 'user' }).expect(200);
    expect(await shown(id)).toMatchObject({ type: null, role: 'user', verified: true });
  });

  it.each<[object | string, object]>([
    [{ user_status: 'gone' }, { error: 'Invalid status' }],
    [{ user_status: null }, { error: 'Invalid status' }],
    [{ user_status: true }, { error: 'Invalid status' }],
    [{ role: 'root' }, invalid('role')],
    [{ role: 'service_role' }, invalid('role')],
    [{ role: null }, invalid('role')],
    [{ role: ['admin'] }, invalid('role')],
    [{ verified: 'true' }, invalid('verified')],
    [{ verified: 1 }, invalid('verified')],
    [{ verified: null }, invalid('verified')],
    [{ type: 5 }, invalid('type')],
    [{ type: ' ' }, invalid('type')],
    [{ type: 't'.repeat(51) }, invalid('type')],
    ['[]', invalid('')],
    ['{', { error: 'Invalid JSON' }],
  ])('refuses %j', async (body, answer) => {
    const { status, body: told } = await admin.client.patch(`${USERS}/${admin.id}`, body);
    if (!('details' in answer)) return expect([status, told]).toEqual([400, answer]);
    expect([status, told.error, [...new Set(told.details.map((one: any) => one.field))]]).toEqual([
      400,
      'Validation error',
      (answer as any).details.map((one: any) => one.field),
    ]);
  });

  it('shows the mark of who is verified beside his posts', async () => {
    const writer = await person(service);
    const { id } = await publish(writer);
    await patch(writer.id, { verified: true }).expect(200);
    const { body } = await service.client().get(`/v1/posts/${id}`).expect(200);
    expect(body.post.author.verified).toBe(true);
  });

  it('gives and takes the admin area with the next call', async () => {
    const user = await person(service);
    await user.client.get(USERS).expect(403, FORBIDDEN);
    await patch(user.id, { role: 'admin' }).expect(200);
    await user.client.get(USERS).expect(200);
    await patch(user.id, { role: 'user' }).expect(200);
    await user.client.get(USERS).expect(403, FORBIDDEN);
  });

  it.each([
    ['banned', 'Account banned'],
    ['suspended', 'Account suspended'],
  ])('shuts out who is %s at once, and lets him in again', async (user_status, told) => {
    const account = await service.account();
    const { body } = await account.client.post('/v1/api-keys', { name: 'key' }).expect(201);
    const key = service.client({ 'x-api-key': body.key });
    const [fan, callee] = [await person(service), await person(service)];
    await follow(fan, account);
    const post = await publish(account, { title: `Unusual ${user_status}` });
    const { broadcast } = (await account.client.post('/v1/community/broadcast/start').expect(200)).body;
    const start = { target_id: callee.id, type: 'voice' };
    const { call } = (await account.client.post('/v1/community/calls/start', start).expect(200)).body;
    const socket = await RealtimeClient.as(service.url, account.access_token);
    const feed = async () => ids((await fan.client.get('/v1/feed').expect(200)).body.posts);
    const found = async (type: string, q: string) =>
      ids((await fan.client.get(`/v1/search?type=${type}&q=${q}`).expect(200)).body.results);
    expect(await feed()).toContain(post.id);

    await patch(account.id, { user_status }).expect(200);
    socket.send({ op: 'ping', id: 'after it' });
    await account.client.get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
    await key.get('/v1/users/me').expect(401);
    await service.client().post('/v1/auth/refresh', { refresh_token: account.refresh_token }).expect(401);
    expect(await socket.closing()).toBe(4403);
    expect(socket.frames.filter(({ id }) => id === 'after it')).toEqual([]);
    const credentials = { email: account.email, password: PASSWORD };
    await service.client().post('/v1/auth/sign-in', credentials).expect(403, { error: told });
    expect(await feed()).not.toContain(post.id);
    expect(await found('posts', 'unusual')).not.toContain(post.id);
    await fan.client.get(`/v1/users/${account.id}`).expect(404, NO_USER);
    const { broadcasts } = (await fan.client.get('/v1/community/broadcast/live').expect(200)).body;
    expect(ids(broadcasts)).not.toContain(broadcast.id);
    const { calls } = (await callee.client.get('/v1/community/calls/current').expect(200)).body;
    expect(ids(calls)).not.toContain(call.id);

    await patch(account.id, { user_status: 'active' }).expect(200);
    await account.client.get('/v1/auth/session').expect(200);
    await service.client().post('/v1/auth/sign-in', credentials).expect(200);
    expect(await feed()).toContain(post.id);
  });
});

describe('DELETE /v1/admin/users/{id}', () => {
  it('removes an account with all that it has, and ends what it has open', async () => {
    const account = await service.account('leaving@example.com');
    const post = await publish(account);
    const socket = await RealtimeClient.as(service.url, account.access_token);
    await account.client.patch('/v1/users/me', { username: 'leaving' }).expect(200);
    await remove(account.id).expect(200, { message: 'User deleted' });
    await remove(account.id).expect(404, NO_USER);
    expect(await socket.closing()).toBe(4401);
    await account.client.get('/v1/auth/session').expect(401);
    await service.client().post('/v1/auth/sign-in', { email: account.email, password: PASSWORD }).expect(401);
    await admin.client.get(`${USERS}/${account.id}`).expect(404, NO_USER);
    await service.client().get(`/v1/posts/${post.id}`).expect(404);
    expect(await events(service, admin.id, 'account.deleted')).toContainEqual({
      user_id: account.id,
      username: 'leaving',
    });
    await service.account('leaving@example.com');
  });

  it('takes its time: what hundreds of thousands of rows hang on is longer about than other statements may be', async () => {
    const [one, other] = [await person(service), await person(service)];
    const { database } = service;
    await database.query('CREATE TABLE took (timeout text)');
    await database.query(
      `CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO took SELECT current_setting('statement_timeout'); RETURN OLD; END $$;
       CREATE TRIGGER tells BEFORE DELETE OR UPDATE ON account.users FOR EACH ROW EXECUTE FUNCTION tell()`,
    );
    await remove(one.id).expect(200);
    await patch(other.id, { verified: true }).expect(200);
    expect((await database.query('SELECT timeout FROM took')).rows).toEqual([{ timeout: '1min' }, { timeout: '10s' }]);
    await database.query('DROP FUNCTION tell CASCADE');
  });

  it('removes an account once, however often it is asked at once', async () => {
    const { id } = await person(service);
    expect(tally(await atOnce(20, () => remove(id)))).toEqual({ 200: 1, 404: 19 });
  });
});
