import { type Account, eventually, TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const NOT_AUTHENTICATED = { error: 'Not authenticated' };

interface Script {
  id: string;
  key: string;
}

async function keyOf({ client }: Account, more: object = {}): Promise<Script> {
  const { body } = await client.post('/v1/api-keys', { name: 'script', ...more }).expect(201);
  return { id: body.api_key.id, key: body.key };
}

const by = (key: string, authorization?: string) =>
  service.client({ 'x-api-key': key, ...(authorization !== undefined && { authorization }) });

describe('X-API-Key', () => {
  it('identifies its owner like an access token', async () => {
    const account = await service.account();
    const { key } = await keyOf(account);
    const { body: byToken } = await account.client.get('/v1/auth/session').expect(200);
    await by(key).get('/v1/auth/session').expect(200, byToken);
    await by(key).get('/v1/users/me').expect(200);
    await by(key).patch('/v1/users/me', { bio: 'written by a script' }).expect(200);
    await by(key).get(`/v1/users/${account.id}`).expect(200);
    await by(key).get('/v1/users').expect(200);
  });

  it('stays valid after the sign-out of its owner', async () => {
    const account = await service.account();
    const { key } = await keyOf(account);
    await account.client.post('/v1/auth/sign-out').expect(200);
    await by(key).get('/v1/auth/session').expect(200);
  });

  it('returns the current role of the owner', async () => {
    const account = await service.account();
    const { key } = await keyOf(account);
    await service.database.query(`UPDATE account.users SET role = 'admin' WHERE id = $1`, [account.id]);
    expect((await by(key).get('/v1/auth/session').expect(200)).body.user.role).toBe('admin');
  });

  it.each<[string, (key: string) => string]>([
    ['cut', (key) => key.slice(0, -1)],
    ['made longer', (key) => `${key}A`],
    ['changed', (key) => key.slice(0, -5) + (key.endsWith('AAAAA') ? 'BBBBB' : 'AAAAA')],
    ['without its prefix', (key) => key.slice(4)],
    ['in upper case', (key) => key.toUpperCase()],
    ['garbage', () => 'garbage'],
    ['10 kB', () => 'k'.repeat(10_000)],
    ['a quote', () => "' OR 1=1 --"],
    ['twice', (key) => `${key}, ${key}`],
  ])('is refused when it is %s, and blocks nothing that is public', async (_, change) => {
    const { key } = await keyOf(await service.account());
    const wrong = by(change(key));
    await wrong.get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
    await wrong.get('/v1/health').expect(200);
    await wrong.post('/v1/auth/resend-verification', { email: 'nobody@example.com' }).expect(200);
  });

  it('is no Bearer, and a token is no key', async () => {
    const account = await service.account();
    const { key } = await keyOf(account);
    await service.bearer(key).get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
    await by(account.access_token).get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
    await service.client().get(`/v1/auth/session?api_key=${key}`).expect(401, NOT_AUTHENTICATED);
  });

  it('is refused once it has expired', async () => {
    const { id, key } = await keyOf(await service.account(), { expires_at: '2099-01-01T00:00:00Z' });
    await by(key).get('/v1/auth/session').expect(200);
    await service.database.query('UPDATE account.api_keys SET expires_at = now() WHERE id = $1', [id]);
    await by(key).get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
  });

  it.each<[string, (account: Account) => Promise<unknown>]>([
    ['banned', ({ id }) => service.setStatus(id, 'banned')],
    ['suspended', ({ id }) => service.setStatus(id, 'suspended')],
    ['gone', async ({ client }) => client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200)],
  ])('is refused when its owner is %s', async (_, end) => {
    const account = await service.account();
    const { key } = await keyOf(account);
    await end(account);
    await by(key).get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
    await by(key).get('/v1/health').expect(200);
  });

  it('stores when it was last used', async () => {
    const account = await service.account();
    const { id, key } = await keyOf(account);
    const lastUse = async () => {
      const { body } = await account.client.get('/v1/api-keys').expect(200);
      return body.api_keys.find((one: { id: string }) => one.id === id).last_used_at as string | null;
    };
    /** The time of the last use, once it is not before this moment. */
    const usedSince = (moment: number) =>
      eventually(async () => {
        const used = Date.parse((await lastUse()) ?? '');
        return used >= moment ? used : Promise.reject(new Error('not noted yet'));
      });
    expect(await lastUse()).toBeNull();
    const first = Date.now();
    await by(key).get('/v1/auth/session').expect(200);
    expect(await usedSince(first)).toBeLessThanOrEqual(Date.now());
    await service.database.query(`UPDATE account.api_keys SET last_used_at = now() - interval '1 hour' WHERE id = $1`, [
      id,
    ]);
    const second = Date.now();
    await by(key).get('/v1/auth/session').expect(200);
    expect(await usedSince(second)).toBeLessThanOrEqual(Date.now());
  });
});

describe('a Bearer and a key in one request', () => {
  it('are served when one of them is valid', async () => {
    const account = await service.account();
    const { key } = await keyOf(account);
    for (const authorization of ['Bearer garbage', 'Bearer', 'Basic garbage']) {
      expect((await by(key, authorization).get('/v1/auth/session').expect(200)).body.user.id).toBe(account.id);
    }
    for (const bad of ['garbage', `${key.slice(0, -5)}AAAAA`]) {
      const { body } = await by(bad, `Bearer ${account.access_token}`).get('/v1/auth/session').expect(200);
      expect(body.user.id).toBe(account.id);
    }
    await by('garbage', 'Bearer garbage').get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
  });

  it('identify the user of the Bearer when both are valid', async () => {
    const person = await service.account();
    const { key } = await keyOf(await service.account());
    const { body } = await by(key, `Bearer ${person.access_token}`).get('/v1/auth/session').expect(200);
    expect(body.user.id).toBe(person.id);
    await by(key, `Bearer ${person.access_token}`).post('/v1/auth/sign-out').expect(200);
    await person.client.get('/v1/auth/session').expect(401);
  });
});
