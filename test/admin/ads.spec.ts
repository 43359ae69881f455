import { invalid, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { atOnce, tally } from '../account/at-once.js';
import { TestService } from '../support/service.js';
import { audited, expectStaffOnly } from './staff.js';

let service: TestService;
let admin: Person;
let owner: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, owner] = [await person(service, 'admin'), await person(service)];
  await owner.client.patch('/v1/users/me', { username: 'owner' }).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE listings.ads'));

const PATH = '/v1/admin/ads';
const MISSING = { error: 'Ad not found' };
const LINKS = { media_url: 'https://cdn.example/a.png', target_url: 'https://shop.example/' };
const place = async (body: object = {}) =>
  (await owner.client.post('/v1/ads', { title: 'Buy', budget: 0.03, ...body }).expect(201)).body.ad;
const list = async (query = '') => (await admin.client.get(`${PATH}${query}`).expect(200)).body;
const decide = (id: string, status: unknown) => admin.client.patch(`${PATH}/${id}`, { status });
const impression = async (id: string) =>
  (await service.client().post(`/v1/ads/${id}/impression`).expect(200)).body.impression;
const told = async () =>
  (await owner.client.get('/v1/notifications').expect(200)).body.notifications.filter(
    ({ type }: { type: string }) => type === 'ad_reviewed',
  );

it('is for admins with a token', () =>
  expectStaffOnly(
    service,
    { user: owner, admin },
    ['get', PATH],
    ['get', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/none`],
  ));

describe('GET /v1/admin/ads', () => {
  it('shows those of all, newest first, and each with what it leads to', async () => {
    const [first, second] = [await place(LINKS), await place()];
    const { body } = await admin.client.get(`${PATH}/${first.id}`).expect(200);
    const { media_url, target_url, updated_at, ...listed } = body.ad;
    expect({ media_url, target_url, updated_at }).toEqual({ ...LINKS, updated_at: TIME });
    expect(listed).toEqual({
      id: first.id,
      title: 'Buy',
      status: 'pending',
      budget: 0.03,
      spent_budget: 0,
      views_count: 0,
      created_at: first.created_at,
      owner: { id: owner.id, username: 'owner' },
    });
    expect(await list()).toEqual({
      ads: [expect.objectContaining({ id: second.id }), listed],
      next_cursor: null,
    });
    for (const id of [UNKNOWN, 'none']) await admin.client.get(`${PATH}/${id}`).expect(404, MISSING);
  });

  it('shows fifty at a time, whole also within one millisecond, of one status too', async () => {
    await service.database.query(
      `INSERT INTO listings.ads (user_id, title, budget, status, created_at)
       SELECT $1, n, 100, CASE WHEN n % 2 = 0 THEN 'paused' ELSE 'pending' END, '2030-01-01'
       FROM generate_series(1, 120) n`,
      [owner.id],
    );
    const ids = async (path: string) =>
      new Set((await walk<{ id: string }>(admin.client, path, 'ads')).map(({ id }) => id)).size;
    expect(await ids(PATH)).toBe(120);
    expect(await ids(`${PATH}?status=paused`)).toBe(60);
    for (const limit of ['1', '0', 'x']) expect((await list(`?limit=${limit}`)).ads).toHaveLength(50);
  });

  it.each([['status=open', 'Invalid status']])('refuses %s', (query, error) =>
    admin.client.get(`${PATH}?${query}`).expect(400, { error }),
  );
});

describe('PATCH /v1/admin/ads/{id}', () => {
  it('lets it run until its budget is spent, and once more until it is shown next', async () => {
    const { id } = await place();
    await impression(id);
    const { body } = await decide(id, 'active').expect(200);
    expect(body).toEqual({ ad: { id, title: 'Buy', status: 'active', updated_at: TIME } });
    const seen = [];
    for (let n = 0; n < 4; n++) seen.push((await impression(id)).status);
    expect(seen).toEqual(['active', 'active', 'paused', 'paused']);
    await decide(id, 'active').expect(200);
    expect((await impression(id)).status).toBe('paused');
    const { ad } = (await admin.client.get(`${PATH}/${id}`).expect(200)).body;
    expect(ad).toMatchObject({ spent_budget: 0.03, views_count: 6 });
  });

  it('stops one that runs, and tells the owner and the audit log once of each', async () => {
    const { id } = await place();
    for (const status of ['active', 'active', 'rejected', 'rejected']) await decide(id, status).expect(200);
    const ad = { ad_id: id, user_id: owner.id };
    expect((await audited(service, admin.id, 'admin.ad_approved')).at(-1)).toEqual({
      ...ad,
      before: { status: 'pending' },
      after: { status: 'active' },
    });
    expect((await audited(service, admin.id, 'admin.ad_rejected')).at(-1)).toEqual({
      ...ad,
      before: { status: 'active' },
      after: { status: 'rejected' },
    });
    const [notice] = await told();
    expect(notice).toMatchObject({
      about: { kind: 'ad', id },
      actors: [],
      data: { title: 'Buy', status: 'rejected' },
    });
    expect((await impression(id)).status).toBe('rejected');
  });

  it('answers the same, and tells nobody, where nothing changes', async () => {
    const { id } = await place();
    const { body } = await decide(id, 'rejected').expect(200);
    await service.database.query('DELETE FROM notifications.notifications');
    const before = await audited(service, admin.id, 'admin.ad_rejected');
    await decide(id, 'rejected').expect(200, body);
    expect(await told()).toEqual([]);
    expect(await audited(service, admin.id, 'admin.ad_rejected')).toEqual(before);
  });

  it('is decided once by twenty at once', async () => {
    const { id } = await place();
    const before = (await audited(service, admin.id, 'admin.ad_approved')).length;
    expect(tally(await atOnce(20, () => decide(id, 'active')))).toEqual({ 200: 20 });
    expect((await audited(service, admin.id, 'admin.ad_approved')).length).toBe(before + 1);
  });

  it.each([undefined, null, 'pending', 'paused', 'Active', 5])('takes no %j', async (status) => {
    const { id } = await place();
    await decide(id, status).expect(400, { error: 'Invalid status' });
    expect((await list()).ads[0].status).toBe('pending');
  });

  it('finds none that is not there', async () => {
    for (const id of [UNKNOWN, 'none', '5']) await decide(id, 'active').expect(404, MISSING);
    await decide('none', 'wrong').expect(400, { error: 'Invalid status' });
  });
});

it('the censors see what an ad is called', async () => {
  await admin.client.post('/v1/admin/censors', { pattern: 'darn', replacement: '****' }).expect(201);
  expect((await place({ title: 'Darn cheap' })).title).toBe('**** cheap');
  const { body } = await owner.client.post('/v1/ads', { title: '', budget: 1 }).expect(400);
  expect(body).toEqual(invalid('title'));
});
