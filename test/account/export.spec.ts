import request from 'supertest';
import { type Account, eventually, TestService } from '../support/service.js';
import { atOnce } from './at-once.js';

let service: TestService;
beforeAll(async () => {
  service = await TestService.lease();
});
afterAll(() => service.stop());

const TIME = expect.stringMatching(/^\d{4}-.*Z$/);
const NOT_FOUND = { error: 'Export not found' };

const ask = async ({ client }: Account) => (await client.get('/v1/users/me/export').expect(200)).body;
const pathOf = (url: string) => url.slice(service.runtime.publicUrl.length);

async function finished(account: Account): Promise<{ id: string; url: string }> {
  return eventually(async () => {
    const { export: copy } = await ask(account);
    return copy.url ? copy : Promise.reject(new Error('not ready yet'));
  });
}

describe('GET /v1/users/me/export', () => {
  it('starts an export, and answers with its state and link', async () => {
    const account = await service.account();
    const first = await ask(account);
    expect(first).toEqual({
      export: { id: expect.any(String), status: 'pending', url: null, created_at: TIME, expires_at: TIME },
    });
    const { url } = await finished(account);
    const { export: ready } = await ask(account);
    expect(ready).toEqual({ ...first.export, status: 'ready', url: expect.any(String) });
    expect(url.startsWith(`${service.runtime.publicUrl}/v1/users/exports/`)).toBe(true);
    expect(Date.parse(ready.expires_at) - Date.parse(ready.created_at)).toBe(24 * 3600 * 1000);
  });

  it('gives a link without credentials to everything the account holds', async () => {
    const account = await service.account();
    await account.client.patch('/v1/users/me', { username: 'copied', bio: 'keep me' }).expect(200);
    const { key } = (await account.client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    const { url } = await finished(account);
    const { body, text, headers } = await request(service.url).get(pathOf(url)).expect(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['cache-control']).toBe('no-store');
    const profile = { id: account.id, email: account.email, username: 'copied', bio: 'keep me' };
    expect(body.account.profile).toMatchObject(profile);
    expect(body.account.sessions).toHaveLength(1);
    expect(body.account.api_keys).toMatchObject([{ name: 'script' }]);
    for (const secret of [key, '$argon2', 'password_hash', 'key_hash']) expect(text).not.toContain(secret);
  });

  it('makes one export for ten concurrent requests, and another after a day', async () => {
    const account = await service.account();
    const answers = await atOnce(10, () => ask(account));
    expect(new Set(answers.map(({ export: { id } }) => id)).size).toBe(1);
    const { id } = await finished(account);
    await service.database.query('UPDATE account.exports SET expires_at = now() WHERE id = $1', [id]);
    expect((await ask(account)).export.id).not.toBe(id);
  });

  it('mails the link, once', async () => {
    const account = await service.account();
    const { url } = await finished(account);
    await service.jobsDone();
    const mails = await service.mailsTo(account.email, 2);
    const links = mails
      .map(({ text }) => /\S+\/v1\/users\/exports\/[\w-]+/.exec(text)?.[0])
      .filter(Boolean) as string[];
    expect(links).toHaveLength(1);
    const { body } = await request(service.url)
      .get(pathOf(links[0] as string))
      .expect(200);
    expect(body.account.profile.id).toBe(account.id);
    expect(url).toMatch(/exports\/[\w-]{60,}$/);
  });

  it('is for a person, not for a key', async () => {
    const { client } = await service.account();
    const { key } = (await client.post('/v1/api-keys', { name: 'script' }).expect(201)).body;
    await service.client({ 'x-api-key': key }).get('/v1/users/me/export').expect(401, { error: 'Not authenticated' });
    await service.client().get('/v1/users/me/export').expect(401, { error: 'Not authenticated' });
  });
});

describe('GET /v1/users/exports/{ticket}', () => {
  it('finds nothing under a changed or invalid ticket', async () => {
    const account = await service.account();
    const { id, url } = await finished(account);
    const ticket = url.split('/').at(-1) as string;
    const other = (character: string) => (character === 'A' ? 'B' : 'A');
    const changed = [0, 10, 30, 50].map(
      (at) => ticket.slice(0, at) + other(ticket[at] as string) + ticket.slice(at + 1),
    );
    for (const one of [...changed, ticket.slice(4), ticket.slice(0, -4), id, 'x', '%27', 'A'.repeat(4000)]) {
      const { body, headers } = await service.client().get(`/v1/users/exports/${one}`).expect(404);
      expect(body).toEqual(NOT_FOUND);
      expect(headers['content-disposition']).toBeUndefined();
    }
  });

  it('finds nothing after the export has expired', async () => {
    const account = await service.account();
    const { id, url } = await finished(account);
    await service.database.query('UPDATE account.exports SET expires_at = now() WHERE id = $1', [id]);
    await service.client().get(pathOf(url)).expect(404, NOT_FOUND);
  });

  it('never returns the export of another account', async () => {
    const [ann, ben] = [await service.account(), await service.account()];
    const { url } = await finished(ann);
    const { body } = await ben.client.get(pathOf(url)).expect(200);
    expect(body.account.profile.id).toBe(ann.id);
    expect((await finished(ben)).url).not.toBe(url);
  });
});
