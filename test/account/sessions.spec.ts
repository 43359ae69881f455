import { TestService } from '../support/service.js';
import { sessionIdOf } from './token.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const NOT_FOUND = { error: 'Session not found' };

describe('GET /v1/auth/sessions', () => {
  it('lists the open sessions of the caller and marks the current one', async () => {
    const { email, client, access_token } = await service.account();
    const phone = service.client({ 'user-agent': 'Phone/1.0' });
    await phone.post('/v1/auth/sign-in', { email, password: 'correct horse battery' }).expect(200);
    const gone = await service.signIn(email);
    await gone.client.post('/v1/auth/sign-out').expect(200);
    await service.account();
    const { body, headers } = await client.get('/v1/auth/sessions').expect(200);
    const session = {
      id: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      last_used_at: expect.stringMatching(/^\d{4}-.*Z$/),
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
      address: '127.0.0.1',
      user_agent: null,
      current: false,
    };
    expect(body).toEqual({ sessions: expect.any(Array) });
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions).toContainEqual({ ...session, id: sessionIdOf(access_token), current: true });
    expect(body.sessions).toContainEqual({ ...session, user_agent: 'Phone/1.0' });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('stores a short user agent in plain ASCII', async () => {
    const { email, client } = await service.account();
    await service
      .client({ 'user-agent': `${'x'.repeat(5000)}` })
      .post('/v1/auth/sign-in', { email, password: 'correct horse battery' })
      .expect(200);
    const { body } = await client.get('/v1/auth/sessions').expect(200);
    const agents = body.sessions.map(({ user_agent }: { user_agent: string | null }) => user_agent?.length ?? 0);
    expect(Math.max(...agents)).toBeLessThanOrEqual(400);
  });

  it('is for a person, not for a key', async () => {
    const { client } = await service.account();
    const { key } = (await client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    const script = service.client({ 'x-api-key': key });
    await script.get('/v1/auth/sessions').expect(401, { error: 'Not authenticated' });
    await script.post('/v1/auth/sign-out').expect(401, { error: 'Not authenticated' });
    await service.client().get('/v1/auth/sessions').expect(401, { error: 'Not authenticated' });
  });
});

describe('DELETE /v1/auth/sessions/{id}', () => {
  it('ends another session of the caller at once, and only that', async () => {
    const { email, client } = await service.account();
    const other = await service.signIn(email);
    const path = `/v1/auth/sessions/${sessionIdOf(other.access_token)}`;
    const { body } = await client.delete(path).expect(200);
    expect(body).toEqual({ message: expect.any(String) });
    await other.client.get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
    await service.client().post('/v1/auth/refresh', { refresh_token: other.refresh_token }).expect(401);
    await client.get('/v1/auth/session').expect(200);
    await client.delete(path).expect(404, NOT_FOUND);
    expect((await client.get('/v1/auth/sessions').expect(200)).body.sessions).toHaveLength(1);
  });

  it('ends the session that asks', async () => {
    const { client, access_token } = await service.account();
    await client.delete(`/v1/auth/sessions/${sessionIdOf(access_token)}`).expect(200);
    await client.get('/v1/auth/session').expect(401);
  });

  it("finds no stranger's session, and leaves it alone", async () => {
    const { client } = await service.account();
    const stranger = await service.account();
    await client.delete(`/v1/auth/sessions/${sessionIdOf(stranger.access_token)}`).expect(404, NOT_FOUND);
    await stranger.client.get('/v1/auth/session').expect(200);
  });

  const STRANGE = [
    '1',
    'me',
    'null',
    '%27',
    '0190a0a0-0000-7000-8000-000000000000',
    '0190a0a0-0000-7000-8000-00000000000g',
  ];
  it('finds nothing under an id of the wrong form, or an unknown id', async () => {
    const { client } = await service.account();
    for (const id of STRANGE) await client.delete(`/v1/auth/sessions/${id}`).expect(404, NOT_FOUND);
  });

  it('is for those who are signed in', async () => {
    const { client, access_token } = await service.account();
    const path = `/v1/auth/sessions/${sessionIdOf(access_token)}`;
    await service.client().delete(path).expect(401, { error: 'Not authenticated' });
    const { key } = (await client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    await service.client({ 'x-api-key': key }).delete(path).expect(401, { error: 'Not authenticated' });
    await client.get('/v1/auth/session').expect(200);
  });
});
