import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const remove = ({ client }: Account, password: unknown = PASSWORD) => client.delete('/v1/users/me', { password });
const isThere = async ({ id }: Account) =>
  (await service.database.query('SELECT FROM account.users WHERE id = $1', [id])).rowCount === 1;

/** The number of rows in each table of the area that contain one of the ids. */
async function rowsOf(ids: string[]): Promise<Record<string, number>> {
  const { rows: tables } = await service.database.query<{ table: string }>(
    `SELECT table_name AS "table" FROM information_schema.tables WHERE table_schema = 'account'`,
  );
  const counts: Record<string, number> = {};
  for (const { table } of tables) {
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS found FROM account.${table} t WHERE t::text LIKE ANY ($1)`,
      [ids.map((id) => `%${id}%`)],
    );
    counts[table] = rows[0].found;
  }
  return counts;
}

describe('DELETE /v1/users/me', () => {
  it('leaves no data of the user, and refuses all of their credentials', async () => {
    const account = await service.account();
    const { id, email, client } = account;
    const { refresh_token } = (
      await service
        .client({ 'idempotency-key': 'before-leaving' })
        .post('/v1/auth/refresh', { refresh_token: account.refresh_token })
        .expect(200)
    ).body.session;
    const sessions = await service.database.query('SELECT id FROM account.sessions WHERE user_id = $1', [id]);
    const ids = [id, ...sessions.rows.map((session) => session.id as string)];
    const stranger = await service.account();
    await client.patch('/v1/users/me', { username: 'leaving' }).expect(200);
    const { key } = (await client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    await client.get('/v1/users/me/export').expect(200);
    const url = await eventually(async () => {
      const { body } = await client.get('/v1/users/me/export').expect(200);
      return (body.export.url as string | null) ?? Promise.reject(new Error('not ready yet'));
    });
    await service.client().post('/v1/auth/forgot-password', { email }).expect(200);
    const recovery = await service.mailedToken(email, 'recovery_token');
    expect(Math.min(...Object.values(await rowsOf(ids)))).toBeGreaterThan(0);

    const { body } = await remove(account).expect(200);
    expect(body).toEqual({ message: expect.any(String) });

    expect(Math.max(...Object.values(await rowsOf(ids)))).toBe(0);
    await client.get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
    await service.client({ 'x-api-key': key }).get('/v1/auth/session').expect(401);
    await service.client().post('/v1/auth/refresh', { refresh_token }).expect(401);
    await service.client().post('/v1/auth/sign-in', { email, password: PASSWORD }).expect(401);
    await service.bearer(recovery).post('/v1/auth/reset-password', { password: PASSWORD }).expect(401);
    await service.client().get(new URL(url).pathname).expect(404, { error: 'Export not found' });
    for (const name of [id, 'leaving']) await stranger.client.get(`/v1/users/${name}`).expect(404);
  });

  it('releases the address and the username for the next user', async () => {
    const account = await service.account('returning@example.com');
    await account.client.patch('/v1/users/me', { username: 'returning' }).expect(200);
    await remove(account).expect(200);
    const again = await service.account('returning@example.com');
    expect(again.id).not.toBe(account.id);
    await again.client.patch('/v1/users/me', { username: 'returning' }).expect(200);
  });

  it('sends no mail that was still in the queue', async () => {
    const account = await service.account();
    await service.mailsTo(account.email);
    await remove(account).expect(200);
    await service.client().post('/v1/auth/forgot-password', { email: account.email }).expect(200);
    await service.jobsDone();
    expect(await service.mailsTo(account.email)).toHaveLength(1);
  });

  it.each(['not this one', '', `${PASSWORD} `, 'p'.repeat(5000)])('refuses the password %j', async (password) => {
    const account = await service.account();
    await remove(account, password).expect(403, { error: 'Wrong password' });
    expect(await isThere(account)).toBe(true);
  });

  it.each([[undefined], [null], [5], [true], [[PASSWORD]], [{ ne: '' }]])(
    'refuses %j where the password should be',
    async (password) => {
      const account = await service.account();
      const { body } = await account.client.delete('/v1/users/me', { password }).expect(400);
      expect(body).toEqual({
        error: 'Validation error',
        details: [{ field: 'password', message: expect.any(String) }],
      });
      expect(await isThere(account)).toBe(true);
    },
  );

  it('is refused without a body', async () => {
    const account = await service.account();
    await account.client.delete('/v1/users/me').expect(400);
    expect(await isThere(account)).toBe(true);
  });

  it('is for a person, not for a key', async () => {
    const account = await service.account();
    const { key } = (await account.client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    for (const client of [service.client({ 'x-api-key': key }), service.client()]) {
      await client.delete('/v1/users/me', { password: PASSWORD }).expect(401, { error: 'Not authenticated' });
    }
    expect(await isThere(account)).toBe(true);
  });

  it('happens once for concurrent requests', async () => {
    const account = await service.account();
    const answers = await atOnce(5, () => remove(account));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(tally(answers)[200]).toBeGreaterThanOrEqual(1);
    expect(await isThere(account)).toBe(false);
  });

  it('is refused to the last admin, after the password check', async () => {
    const admin = await service.admin();
    await remove(admin, 'not this one').expect(403, { error: 'Wrong password' });
    await remove(admin).expect(409, { error: 'The last admin cannot be deleted' });
    await admin.client.get('/v1/auth/session').expect(200);
    const other = await service.admin();
    await remove(admin).expect(200);
    await remove(other).expect(409, { error: 'The last admin cannot be deleted' });
    await service.database.query(`UPDATE account.users SET role = 'user' WHERE id = $1`, [other.id]);
  });

  it('keeps one of the last two admins who delete their accounts at once', async () => {
    for (let round = 0; round < 3; round++) {
      const admins = [await service.admin(), await service.admin()];
      const answers = await atOnce(2, (index) => remove(admins[index] as Account));
      expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
      await service.database.query(`UPDATE account.users SET role = 'user'`);
    }
  });
});
