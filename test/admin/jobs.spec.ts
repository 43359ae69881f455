import { atOnce, tally } from '../account/at-once.js';
import { invalid, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { TestService } from '../support/service.js';
import { audited, expectStaffOnly } from './staff.js';

let service: TestService;
let admin: Person;
let poster: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, poster] = [await person(service, 'admin'), await person(service)];
  await poster.client.patch('/v1/users/me', { username: 'poster' }).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE listings.jobs'));

const PATH = '/v1/admin/jobs';
const MISSING = { error: 'Job not found' };
const JOB = { title: 'Gardener', location: 'Kyoto', description: 'Moss' };
const offer = async (body: object = {}) =>
  (await poster.client.post('/v1/jobs', { ...JOB, ...body }).expect(201)).body.job;
const read = async (id: string) => (await admin.client.get(`${PATH}/${id}`).expect(200)).body.job;
const list = async (query = '') => (await admin.client.get(`${PATH}${query}`).expect(200)).body;
const edit = (id: string, body: object) => admin.client.patch(`${PATH}/${id}`, body);
const changes = () => audited(service, admin.id, 'admin.job_updated');
const told = async () =>
  (await poster.client.get('/v1/notifications').expect(200)).body.notifications.filter(
    ({ type }: { type: string }) => type === 'job_reviewed',
  );

it('is for admins with a token', () =>
  expectStaffOnly(
    service,
    { user: poster, admin },
    ['get', PATH],
    ['get', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/none`],
  ));

describe('GET /v1/admin/jobs', () => {
  it('shows those of all, newest first, and each with its description', async () => {
    const [first, second] = [await offer(), await offer()];
    const { description, ...listed } = await read(first.id);
    expect(description).toBe('Moss');
    expect(listed).toEqual({
      id: first.id,
      title: 'Gardener',
      status: 'pending',
      location: 'Kyoto',
      created_at: first.created_at,
      updated_at: first.updated_at,
      poster: { id: poster.id, username: 'poster' },
    });
    expect(await list()).toEqual({
      jobs: [expect.objectContaining({ id: second.id }), listed],
      next_cursor: null,
    });
    for (const id of [UNKNOWN, 'none']) await admin.client.get(`${PATH}/${id}`).expect(404, MISSING);
  });

  it('shows fifty at a time, whole also within one millisecond, of one status too', async () => {
    await service.database.query(
      `INSERT INTO listings.jobs (user_id, title, location, status, created_at)
       SELECT $1, n, 'x', CASE WHEN n % 2 = 0 THEN 'closed' ELSE 'pending' END, '2030-01-01'
       FROM generate_series(1, 120) n`,
      [poster.id],
    );
    const ids = async (path: string) =>
      new Set((await walk<{ id: string }>(admin.client, path, 'jobs')).map(({ id }) => id)).size;
    expect(await ids(PATH)).toBe(120);
    expect(await ids(`${PATH}?status=closed`)).toBe(60);
    expect((await list('?limit=1')).jobs).toHaveLength(50);
  });

  it.each([['status=open', 'Invalid status']])('refuses %s', (query, error) =>
    admin.client.get(`${PATH}?${query}`).expect(400, { error }),
  );
});

describe('PATCH /v1/admin/jobs/{id}', () => {
  it('changes whatever of it, and leaves the rest', async () => {
    const { id } = await offer();
    const { body } = await edit(id, { title: 'Head gardener', user_id: admin.id, id: UNKNOWN }).expect(200);
    expect(body).toEqual({ job: { id, title: 'Head gardener', status: 'pending', updated_at: TIME } });
    await edit(id, { location: 'Nara', description: null }).expect(200);
    expect(await read(id)).toMatchObject({
      title: 'Head gardener',
      location: 'Nara',
      description: null,
      poster: { id: poster.id },
    });
    expect(await told()).toEqual([]);
    expect((await changes()).at(-1)).toEqual({
      job_id: id,
      user_id: poster.id,
      before: { location: 'Kyoto', description: 'Moss' },
      after: { location: 'Nara', description: null },
    });
  });

  it('tells the poster of every change of its status', async () => {
    const { id } = await offer();
    const stranger = await person(service);
    const seen = async () => (await stranger.client.get('/v1/jobs').expect(200)).body.jobs.length;
    expect(await seen()).toBe(0);
    await edit(id, { status: 'active', title: 'Florist' }).expect(200);
    expect(await seen()).toBe(1);
    expect(await told()).toMatchObject([
      { about: { kind: 'job', id }, actors: [], data: { title: 'Florist', status: 'active' } },
    ]);
    for (const status of ['pending', 'rejected', 'closed']) await edit(id, { status }).expect(200);
    expect((await told())[0].data).toEqual({ title: 'Florist', status: 'closed' });
    expect(await seen()).toBe(0);
  });

  it('changes nothing, and tells nobody, where all is as it was', async () => {
    const { id, updated_at } = await offer();
    const [notices, before] = [await told(), await changes()];
    for (const body of [{}, { status: 'pending' }, { ...JOB, other: 1 }]) await edit(id, body).expect(200);
    expect((await read(id)).updated_at).toBe(updated_at);
    expect([await told(), await changes()]).toEqual([notices, before]);
  });

  it('is changed once by twenty at once', async () => {
    const { id } = await offer();
    const before = (await changes()).length;
    expect(tally(await atOnce(20, () => edit(id, { status: 'active' })))).toEqual({ 200: 20 });
    expect((await changes()).length).toBe(before + 1);
  });

  it.each<[string, object]>([
    ['title', { title: '' }],
    ['title', { title: null }],
    ['title', { title: 't'.repeat(301) }],
    ['location', { location: 5 }],
    ['location', { location: '' }],
    ['description', { description: ['x'] }],
    ['description', { description: 'd'.repeat(10_001) }],
  ])('takes no such %s', async (field, body) => {
    const { id } = await offer();
    const { body: answer } = await edit(id, body).expect(400);
    expect([answer.error, answer.details[0].field]).toEqual([invalid().error, field]);
  });

  it.each([null, 'open', 'Active', 5])('takes no status %j', async (status) => {
    const { id } = await offer();
    await edit(id, { status, title: 'New' }).expect(400, { error: 'Invalid status' });
    expect((await read(id)).title).toBe('Gardener');
  });

  it('finds none that is not there', async () => {
    for (const id of [UNKNOWN, 'none', '5']) await edit(id, { status: 'active' }).expect(404, MISSING);
  });
});

it('the censors see what is said of a job', async () => {
  await admin.client.post('/v1/admin/censors', { pattern: 'darn', replacement: '*' }).expect(201);
  const words = { title: 'Darn job', location: 'Darn town', description: 'darn' };
  const clean = { title: '* job', location: '* town', description: '*' };
  const job = await offer(words);
  expect(job).toMatchObject(clean);
  await edit(job.id, { title: 'A', location: 'B', description: null }).expect(200);
  await edit(job.id, words).expect(200);
  expect(await read(job.id)).toMatchObject(clean);
});
