import { type Account, TestService } from '../support/service.js';

let service: TestService;
let poster: Account;
let other: Account;
beforeAll(async () => {
  service = await TestService.lease();
  poster = await service.account();
  other = await service.account();
  await poster.client.patch('/v1/users/me', { username: 'poster' }).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE listings.jobs'));

const JOB = { title: 'Gardener', location: 'Kyoto' };
const offer = async (body: object = {}) =>
  (await poster.client.post('/v1/jobs', { ...JOB, ...body }).expect(201)).body.job;
const list = async ({ client }: Account, query = '') => (await client.get(`/v1/jobs${query}`).expect(200)).body;
const setStatus = (id: string, status: string) =>
  service.database.query('UPDATE listings.jobs SET status = $2 WHERE id = $1', [id, status]);

describe('POST /v1/jobs', () => {
  it('answers with the job, which waits for staff', async () => {
    const given = { title: 't'.repeat(300), location: 'l'.repeat(200), description: 'd'.repeat(10_000) };
    const job = await offer(given);
    expect(job).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      ...given,
      status: 'pending',
      poster: { id: poster.id, username: 'poster' },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: job.created_at,
    });
    expect(await list(poster)).toEqual({ jobs: [job], next_cursor: null });
    const { rows } = await service.database.query(
      `SELECT actor_id FROM events.domain_events WHERE type = 'job.created' AND data ->> 'job_id' = $1`,
      [job.id],
    );
    expect(rows).toEqual([{ actor_id: poster.id }]);
  });

  it('takes no description, or null, and drops what it does not know', async () => {
    for (const more of [{}, { description: null }, { status: 'active', user_id: other.id }]) {
      expect(await offer(more)).toMatchObject({
        description: null,
        status: 'pending',
        poster: { id: poster.id },
      });
    }
  });

  it.each<[string, object, string[]]>([
    ['nothing', { title: undefined, location: undefined }, ['location', 'title']],
    ['an empty title', { title: '' }, ['title']],
    ['a blank title', { title: ' \n ' }, ['title']],
    ['a title of 301 characters', { title: 't'.repeat(301) }, ['title']],
    ['an empty location', { location: '' }, ['location']],
    ['a location of 201', { location: 'l'.repeat(201) }, ['location']],
    ['a number for it', { location: 5 }, ['location']],
    ['a description of 10,001', { description: 'd'.repeat(10_001) }, ['description']],
    ['a list for it', { description: ['x'] }, ['description']],
  ])('refuses %s', async (_, change, fields) => {
    const { body } = await poster.client.post('/v1/jobs', { ...JOB, ...change }).expect(400);
    expect(body).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect([...new Set(body.details.map(({ field }: { field: string }) => field))].sort()).toEqual(fields);
    expect((await list(poster)).jobs).toEqual([]);
  });

  it('takes a key that makes it once', async () => {
    const keyed = poster.client.with({ 'idempotency-key': 'job-1' });
    const { body: first } = await keyed.post('/v1/jobs', JOB).expect(201);
    expect((await keyed.post('/v1/jobs', JOB).expect(201)).body).toEqual(first);
    expect((await list(poster)).jobs).toHaveLength(1);
  });

  it('is for every signed-in user', async () => {
    await service.client().post('/v1/jobs', JOB).expect(401, { error: 'Not authenticated' });
    await service.client().get('/v1/jobs').expect(401, { error: 'Not authenticated' });
  });
});

describe('GET /v1/jobs', () => {
  it('shows the active ones to everybody, and the others to the users who offered them', async () => {
    const ids: string[] = [];
    for (const status of ['pending', 'active', 'rejected', 'closed']) {
      const { id } = await offer({ title: status });
      await setStatus(id, status);
      ids.unshift(id);
    }
    const titles = async (account: Account) => (await list(account)).jobs.map(({ title }: { title: string }) => title);
    expect(await titles(other)).toEqual(['active']);
    expect(await titles(poster)).toEqual(['closed', 'rejected', 'active', 'pending']);
    expect((await list(poster)).jobs.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect((await list(other)).jobs[0].poster).toEqual({ id: poster.id, username: 'poster' });
  });

  it('hides those of accounts that are closed', async () => {
    const gone = await service.account();
    const { body } = await gone.client.post('/v1/jobs', JOB).expect(201);
    await setStatus(body.job.id, 'active');
    expect((await list(other)).jobs).toHaveLength(1);
    await service.setStatus(gone.id, 'banned');
    expect((await list(other)).jobs).toEqual([]);
  });

  it('shows them page by page, whole also within one millisecond', async () => {
    await service.database.query(
      `INSERT INTO listings.jobs (user_id, title, location, status, created_at)
       SELECT CASE WHEN n % 3 = 0 THEN $1::uuid ELSE $2::uuid END, n, 'x',
         CASE WHEN n % 2 = 0 THEN 'active' ELSE 'pending' END, '2030-01-01' FROM generate_series(1, 300) n`,
      [poster.id, other.id],
    );
    const walk = async (account: Account) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(account, `?limit=23${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.jobs.map(({ title }: { title: string }) => title));
        cursor = page.next_cursor;
      }
      return seen.map(Number).sort((a, b) => a - b);
    };
    const all = Array.from({ length: 300 }, (_, index) => index + 1);
    expect(await walk(poster)).toEqual(all.filter((n) => n % 2 === 0 || n % 3 === 0));
    expect(await walk(other)).toEqual(all.filter((n) => n % 2 === 0 || n % 3 !== 0));
    expect((await list(other)).jobs).toHaveLength(20);
    expect((await list(other, '?limit=999')).jobs).toHaveLength(50);
  });
});
