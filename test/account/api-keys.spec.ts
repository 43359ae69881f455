import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from './at-once.js';

let service: TestService;
/** The caller whose requests are all refused. */
let keyless: Account;
beforeAll(async () => {
  service = await TestService.lease();
  keyless = await service.account();
});
afterAll(() => service.stop());

const NOT_FOUND = { error: 'API key not found' };
const NOT_AUTHENTICATED = { error: 'Not authenticated' };

describe('POST /v1/api-keys', () => {
  it('answers with the key, only this once, and its name', async () => {
    const { client } = await service.account();
    const expires_at = '2099-12-31T23:59:59.000Z';
    const { body, headers } = await client.post('/v1/api-keys', { name: 'Nightly report', expires_at }).expect(201);
    expect(body).toEqual({
      api_key: {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        name: 'Nightly report',
        prefix: expect.any(String),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        last_used_at: null,
        expires_at,
      },
      key: expect.stringMatching(/^[a-z]+_[\w-]{43}$/),
    });
    const { key, api_key } = body;
    expect(key.startsWith(api_key.prefix)).toBe(true);
    expect(key.length - api_key.prefix.length).toBeGreaterThan(30);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('creates a key without expiry when none is given, or null', async () => {
    const { client } = await service.account();
    for (const body of [{ name: 'a' }, { name: 'n'.repeat(100), expires_at: null }]) {
      expect((await client.post('/v1/api-keys', body).expect(201)).body.api_key.expires_at).toBeNull();
    }
  });

  it('accepts a time in any zone', async () => {
    const { client } = await service.account();
    const body = { name: 'zone', expires_at: '2099-01-01T02:00:00+02:00' };
    const { body: made } = await client.post('/v1/api-keys', body).expect(201);
    expect(made.api_key.expires_at).toBe('2099-01-01T00:00:00.000Z');
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['name']],
    ['null for the name', { name: null }, ['name']],
    ['an empty name', { name: '' }, ['name']],
    ['a number for the name', { name: 5 }, ['name']],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, ['name']],
    ['an end in the past', { name: 'n', expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
    ['an end in this moment', { name: 'n', expires_at: new Date().toISOString() }, ['expires_at']],
    ['an end without a zone', { name: 'n', expires_at: '2099-01-01T00:00:00' }, ['expires_at']],
    ['a day', { name: 'n', expires_at: '2099-01-01' }, ['expires_at']],
    ['a day that is none', { name: 'n', expires_at: '2099-13-01T00:00:00Z' }, ['expires_at']],
    ['a number for the end', { name: 'n', expires_at: 4_000_000_000 }, ['expires_at']],
    ['a word for the end', { name: 'n', expires_at: 'infinity' }, ['expires_at']],
    ['two faults', { name: 5, expires_at: 'never' }, ['expires_at', 'name']],
    ['a list', [], ['']],
  ])('refuses %s', async (_, body, fields) => {
    const { body: answer } = await keyless.client.post('/v1/api-keys', JSON.stringify(body)).expect(400);
    expect(answer).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect([...new Set(answer.details.map(({ field }: { field: string }) => field))].sort()).toEqual(fields);
    expect((await keyless.client.get('/v1/api-keys').expect(200)).body).toEqual({ api_keys: [] });
  });

  it.each([['posts:read'], [[]], [['posts:read']], [null], [{}]])(
    'refuses the scopes %j, which the key would not be held to',
    async (scopes) => {
      const { body } = await keyless.client.post('/v1/api-keys', { name: 'n', scopes }).expect(400);
      const message = 'scopes is not supported: leave it out';
      expect(body).toEqual({ error: 'Validation error', details: [{ field: 'scopes', message }] });
      expect((await keyless.client.get('/v1/api-keys').expect(200)).body).toEqual({ api_keys: [] });
    },
  );

  it('ignores unknown fields', async () => {
    const { id, client } = await service.account();
    const stranger = await service.account();
    const body = { name: 'mine', user_id: stranger.id, id, prefix: 'x', key: 'x', key_hash: 'x' };
    const { key } = (await client.post('/v1/api-keys', body).expect(201)).body;
    const { body: who } = await service.client({ 'x-api-key': key }).get('/v1/auth/session').expect(200);
    expect(who.user.id).toBe(id);
  });

  it('creates twenty of thirty concurrent requests', async () => {
    const { client } = await service.account();
    const answers = await atOnce(30, (index) => client.post('/v1/api-keys', { name: `key ${index}` }));
    expect(tally(answers)).toEqual({ 201: 20, 409: 10 });
    const { body } = await client.get('/v1/api-keys').expect(200);
    expect(body.api_keys).toHaveLength(20);
    await client.delete(`/v1/api-keys/${body.api_keys[0].id}`).expect(200);
    await client.post('/v1/api-keys', { name: 'one more' }).expect(201);
    const { body: refused } = await client.post('/v1/api-keys', { name: 'too many' }).expect(409);
    expect(refused).toEqual({ error: expect.stringContaining('20') });
  });
});

describe('GET /v1/api-keys', () => {
  it('lists the own keys, newest first, and never the key itself', async () => {
    const { client } = await service.account();
    const stranger = await service.account();
    await stranger.client.post('/v1/api-keys', { name: 'not yours' }).expect(201);
    const { body: first } = await client.post('/v1/api-keys', { name: 'first' }).expect(201);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { body: second } = await client.post('/v1/api-keys', { name: 'second' }).expect(201);
    const { body, text } = await client.get('/v1/api-keys').expect(200);
    expect(body).toEqual({ api_keys: [second.api_key, first.api_key] });
    for (const { key } of [first, second]) expect(text).not.toContain(key);
  });
});

describe('DELETE /v1/api-keys/{id}', () => {
  it('revokes a key at once, and no other', async () => {
    const { client } = await service.account();
    const { body: made } = await client.post('/v1/api-keys', { name: 'leaked' }).expect(201);
    const { body: kept } = await client.post('/v1/api-keys', { name: 'kept' }).expect(201);
    const script = service.client({ 'x-api-key': made.key });
    await script.get('/v1/auth/session').expect(200);
    const { body } = await client.delete(`/v1/api-keys/${made.api_key.id}`).expect(200);
    expect(body).toEqual({ message: expect.any(String) });
    await script.get('/v1/auth/session').expect(401, NOT_AUTHENTICATED);
    await service.client({ 'x-api-key': kept.key }).get('/v1/auth/session').expect(200);
    await client.delete(`/v1/api-keys/${made.api_key.id}`).expect(404, NOT_FOUND);
  });

  it("finds no stranger's key, and leaves it alone", async () => {
    const { client } = await service.account();
    const stranger = await service.account();
    const { body: made } = await stranger.client.post('/v1/api-keys', { name: 'not yours' }).expect(201);
    await client.delete(`/v1/api-keys/${made.api_key.id}`).expect(404, NOT_FOUND);
    await service.client({ 'x-api-key': made.key }).get('/v1/auth/session').expect(200);
  });

  it.each(['1', 'me', '%27', '0190a0a0-0000-7000-8000-000000000000'])('finds nothing under the id %s', async (id) => {
    await keyless.client.delete(`/v1/api-keys/${id}`).expect(404, NOT_FOUND);
  });
});

describe('making and revoking keys', () => {
  it('needs a session; a key can only list', async () => {
    const { client } = await service.account();
    const { body: made } = await client.post('/v1/api-keys', { name: 'script' }).expect(201);
    const path = `/v1/api-keys/${made.api_key.id}`;
    for (const caller of [service.client({ 'x-api-key': made.key }), service.client()]) {
      await caller.post('/v1/api-keys', { name: 'more' }).expect(401, NOT_AUTHENTICATED);
      await caller.post('/v1/api-keys', { name: 5 }).expect(401, NOT_AUTHENTICATED);
      await caller.delete(path).expect(401, NOT_AUTHENTICATED);
    }
    await service.client().get('/v1/api-keys').expect(401, NOT_AUTHENTICATED);
    const { body } = await service.client({ 'x-api-key': made.key }).get('/v1/api-keys').expect(200);
    expect(body.api_keys.map(({ id }: { id: string }) => id)).toEqual([made.api_key.id]);
  });

  it('is refused to a key beside an invalid Bearer too', async () => {
    const { client } = await service.account();
    const { body: made } = await client.post('/v1/api-keys', { name: 'script' }).expect(201);
    const both = service.client({ 'x-api-key': made.key, authorization: 'Bearer garbage' });
    await both.post('/v1/api-keys', { name: 'more' }).expect(401, NOT_AUTHENTICATED);
    await both.delete(`/v1/api-keys/${made.api_key.id}`).expect(401, NOT_AUTHENTICATED);
  });
});
