import { randomUUID } from 'node:crypto';
import { AuthorshipService } from '../../src/moderation/authorship/authorship.service.js';
import { ModerationExport } from '../../src/moderation/moderation.export.js';
import { type Account, TestService } from '../support/service.js';
import { atOnce, tally } from '../account/at-once.js';
import { written } from '../support/written.js';

let service: TestService;
let authorship: AuthorshipService;
let admin: Account;
beforeAll(async () => {
  service = await TestService.lease();
  authorship = service.app.get(AuthorshipService);
  admin = await service.admin();
});
afterAll(() => service.stop());

const PATH = '/v1/authorship-requests';
const ask = async ({ client }: Account, body: object = {}) =>
  (await client.post(PATH, body).expect(201)).body.authorship_request;
const list = async ({ client }: Account, query = '') => (await client.get(`${PATH}${query}`).expect(200)).body;

describe('POST /v1/authorship-requests', () => {
  it('asks', async () => {
    const account = await service.account();
    const request = await ask(account);
    expect(request).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      user_id: account.id,
      status: 'pending',
      reviewed_by: null,
      reviewed_at: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await list(account)).toEqual({ authorship_requests: [request], next_cursor: null });
    const { rows } = await service.database.query(
      `SELECT data FROM events.domain_events WHERE type = 'authorship.requested' AND actor_id = $1`,
      [account.id],
    );
    expect(rows).toEqual([{ data: { request_id: request.id } }]);
  });

  it('takes a note or none, and no body at all', async () => {
    for (const body of [{ note: 'n'.repeat(5_000) }, { note: null }, { note: '' }, { user_id: admin.id }]) {
      const account = await service.account();
      expect((await ask(account, body)).user_id).toBe(account.id);
    }
    const { client } = await service.account();
    await client.post(PATH).expect(201);
  });

  it.each([
    ['a note of 5,001 characters', { note: 'n'.repeat(5_001) }],
    ['a number', { note: 5 }],
    ['a list', { note: [] }],
  ])('refuses %s', async (_, body) => {
    const account = await service.account();
    const { body: answer } = await account.client.post(PATH, body).expect(400);
    expect(answer.error).toBe('Validation error');
    expect(answer.details[0].field).toBe('note');
    expect((await list(account)).authorship_requests).toEqual([]);
  });

  it('answers the same request while it is pending, also for twenty concurrent calls', async () => {
    const account = await service.account();
    const answers = await atOnce(20, (index) => account.client.post(PATH, { note: `${index}` }));
    expect(tally(answers)).toEqual({ 201: 20 });
    const [first, ...others] = answers.map(({ body }) => body.authorship_request);
    for (const other of others) expect(other).toEqual(first);
    expect((await list(account)).authorship_requests).toEqual([first]);
  });

  it('is refused to the verified, and open again to the rejected', async () => {
    const account = await service.account();
    const rejected = await ask(account);
    await authorship.decide(rejected.id, 'rejected', admin.id);
    const next = await ask(account);
    expect(next.id).not.toBe(rejected.id);
    await authorship.decide(next.id, 'approved', admin.id);
    await account.client.post(PATH, {}).expect(409, { error: 'Already verified' });
    const { authorship_requests } = await list(account);
    expect(authorship_requests.map(({ status }: { status: string }) => status)).toEqual(['approved', 'rejected']);
  });

  it('needs a caller who has signed in', async () => {
    await service.client().post(PATH, {}).expect(401, { error: 'Not authenticated' });
    await service.client().get(PATH).expect(401, { error: 'Not authenticated' });
  });
});

describe('GET /v1/authorship-requests', () => {
  it('lists the requests of the caller over pages, without loss within one millisecond', async () => {
    const account = await service.account();
    await ask(await service.account());
    await service.database.query(
      `INSERT INTO moderation.authorship_requests (user_id, status, created_at)
       SELECT $1, 'rejected', '2030-01-01' FROM generate_series(1, 60)`,
      [account.id],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(account, `?limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.authorship_requests.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
    expect((await list(account)).authorship_requests).toHaveLength(20);
    expect((await list(account, '?limit=999')).authorship_requests).toHaveLength(50);
  });
});

describe('AuthorshipService.decide', () => {
  it('approves: the account is verified', async () => {
    const account = await service.account();
    const { id } = await ask(account, { note: 'me' });
    expect(await authorship.decide(id, 'approved', admin.id)).toEqual({
      id,
      user_id: account.id,
      status: 'approved',
      reviewed_by: admin.id,
      reviewed_at: expect.any(Date),
      created_at: expect.any(Date),
    });
    expect((await account.client.get('/v1/users/me').expect(200)).body.user.verified).toBe(true);
    const section = service.app.get(ModerationExport, { strict: false });
    const copy = await written(service, section.content(account.id));
    expect(copy).toMatchObject({ authorship_requests: [{ id, note: 'me', status: 'approved' }] });
  });

  it('rejects: the account is not verified', async () => {
    const account = await service.account();
    const { id } = await ask(account);
    expect(await authorship.decide(id, 'rejected', admin.id)).toMatchObject({ status: 'rejected' });
    expect((await account.client.get('/v1/users/me').expect(200)).body.user.verified).toBe(false);
  });

  it('decides once when several decisions run concurrently', async () => {
    const { id } = await ask(await service.account());
    const outcomes = await atOnce(10, (index) =>
      authorship.decide(id, index % 2 ? 'approved' : 'rejected', admin.id).then(
        () => 'decided',
        (error) => `${error.status} ${error.message}`,
      ),
    );
    expect(outcomes.sort()).toEqual([...Array(9).fill('409 Authorship request already decided'), 'decided']);
  });

  it('leaves no verified account with a pending request when both happen concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const account = await service.account();
      const { id } = await ask(account);
      const [, { status }] = await Promise.all([
        authorship.decide(id, 'approved', admin.id),
        account.client.post(PATH, {}),
      ]);
      expect([201, 409]).toContain(status);
      const { authorship_requests } = await list(account);
      expect(authorship_requests).toHaveLength(1);
    }
  });

  it.each(['x', randomUUID()])('finds no request %s', async (id) => {
    await expect(authorship.decide(id, 'approved', admin.id)).rejects.toMatchObject({
      status: 404,
      message: 'Authorship request not found',
    });
  });
});
