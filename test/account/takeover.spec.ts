import { type Account, eventually, PASSWORD, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const NEW = 'a password of my own';

const apiKey = async ({ client }: Pick<Account, 'client'>, name = 'mine') =>
  (await client.post('/v1/api-keys', { name }).expect(201)).body.key as string;
const withKey = (key: string) => service.client({ 'x-api-key': key });

async function recoveryOf(email: string): Promise<string> {
  await service.client().post('/v1/auth/forgot-password', { email }).expect(200);
  return service.mailedToken(email, 'recovery_token');
}

async function reset(email: string): Promise<void> {
  const token = await recoveryOf(email);
  await service.bearer(token).post('/v1/auth/reset-password', { password: NEW }).expect(200);
}

async function exportUrl({ client }: Account): Promise<string> {
  return eventually(async () => {
    const { body } = await client.get('/v1/users/me/export').expect(200);
    if (!body.export.url) throw new Error('the copy is not made yet');
    return new URL(body.export.url as string).pathname;
  });
}

const ticketOf = async (client: Account['client']) => (await client.post('/v1/realtime/tickets')).body.ticket as string;

describe('a reset that confirms the address for the first time', () => {
  it('removes the keys, tickets and links of the person who created the account', async () => {
    const stranger = await service.account('victim@example.com');
    const key = await apiKey(stranger);
    const copy = await exportUrl(stranger);
    const [ofSession, ofKey] = [await ticketOf(stranger.client), await ticketOf(withKey(key))];
    const verification = await service.mailedToken('victim@example.com', 'token_hash');
    await withKey(key).get('/v1/users/me').expect(200);
    await service.client().get(copy).expect(200);

    await reset('victim@example.com');

    await withKey(key).get('/v1/users/me').expect(401);
    await stranger.client.get('/v1/auth/session').expect(401);
    await service.client().get(copy).expect(404);
    for (const ticket of [ofSession, ofKey])
      await service.client().get(`/v1/realtime/events?ticket=${ticket}`).expect(401);
    await service
      .client()
      .post('/v1/auth/verify-email', { token_hash: verification, type: 'email' })
      .expect(400, { error: 'Invalid token' });
    const owner = await service.signIn('victim@example.com', NEW);
    expect((await owner.client.get('/v1/api-keys').expect(200)).body.api_keys).toEqual([]);
    await withKey(await apiKey(owner))
      .get('/v1/users/me')
      .expect(200);
    expect(await exportUrl(owner)).not.toBe(copy);
  });

  it('leaves no key of a concurrent request', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `raced${round}@example.com`;
      const stranger = await service.account(email);
      const token = await recoveryOf(email);
      const made: string[] = [];
      let over = false;
      const making = (async () => {
        while (!over) {
          const answers = await Promise.all(
            Array.from({ length: 4 }, () => stranger.client.post('/v1/api-keys', { name: 'raced' })),
          );
          made.push(...answers.flatMap(({ body }) => (body.key as string | undefined) ?? []));
        }
      })();
      await service.bearer(token).post('/v1/auth/reset-password', { password: NEW }).expect(200);
      over = true;
      await making;
      for (const key of made) await withKey(key).get('/v1/users/me').expect(401);
    }
  });

  it('creates no key after the session has ended, however long the request waited', async () => {
    const stranger = await service.account('waiting@example.com');
    const holder = await service.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE`, [stranger.id]);
      const request = stranger.client.post('/v1/api-keys', { name: 'late' }).then((answer) => answer);
      await eventually(async () => {
        const { rows } = await service.database.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%account.users%'
             AND datname = current_database()`,
        );
        if (!rows[0].n) throw new Error('the request does not wait yet');
      });
      await holder.query(`UPDATE account.sessions SET revoked_at = now() WHERE user_id = $1`, [stranger.id]);
      await holder.query('COMMIT');
      expect((await request).status).toBe(401);
    } finally {
      holder.release();
    }
    const { rows } = await service.database.query('SELECT FROM account.api_keys WHERE user_id = $1', [stranger.id]);
    expect(rows).toEqual([]);
  });
});

describe('a reset of an address that was confirmed before', () => {
  it('ends the sessions and leaves the keys', async () => {
    const owner = await service.account('owner@example.com');
    const token_hash = await service.mailedToken('owner@example.com', 'token_hash');
    await service.client().post('/v1/auth/verify-email', { token_hash, type: 'email' }).expect(200);
    const key = await apiKey(owner);
    await reset('owner@example.com');
    await withKey(key).get('/v1/users/me').expect(200);
    await owner.client.get('/v1/auth/session').expect(401);
    await service.client().post('/v1/auth/sign-in', { email: owner.email, password: PASSWORD }).expect(401);
  });
});
