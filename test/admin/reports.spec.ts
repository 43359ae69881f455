import { atOnce } from '../account/at-once.js';
import { events, person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { comment, draft, publish } from '../social/posting.js';
import { TestService } from '../support/service.js';
import { audited, expectStaffOnly } from './staff.js';

let service: TestService;
let admin: Person;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, ann, bob] = [await person(service, 'admin'), await person(service), await person(service)];
  await ann.client.patch('/v1/users/me', { username: 'ann', bio: 'I sell' }).expect(200);
  await bob.client.patch('/v1/users/me', { username: 'bob' }).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE moderation.reports'));

const PATH = '/v1/admin/reports';
const MISSING = { error: 'Report not found' };
const INVALID_STATUS = { error: 'Invalid status' };
const report = async (type: string, id: string, { client }: Person = bob) =>
  (
    await client
      .post('/v1/reports', { reportable_type: type, reportable_id: id, reason: 'spam', description: 'Look' })
      .expect(201)
  ).body;
const list = async (query = '') => (await admin.client.get(`${PATH}${query}`).expect(200)).body;
const read = async (id: string) => (await admin.client.get(`${PATH}/${id}`).expect(200)).body;
const decide = (id: string, status: unknown) => admin.client.patch(`${PATH}/${id}`, { status });

it('is for admins with a token', () =>
  expectStaffOnly(
    service,
    { user: ann, admin },
    ['get', PATH],
    ['get', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/none`],
  ));

describe('GET /v1/admin/reports', () => {
  it('shows what was reported and by whom, newest first', async () => {
    const [first, second] = [await report('user', ann.id), await report('user', bob.id, ann)];
    expect(await list()).toEqual({
      reports: [
        expect.objectContaining({ id: second.id, reporter: { id: ann.id, username: 'ann' } }),
        {
          id: first.id,
          reportable_id: ann.id,
          reportable_type: 'user',
          reason: 'spam',
          description: 'Look',
          status: 'pending',
          resolved_by: null,
          resolved_at: null,
          created_at: first.created_at,
          reporter: { id: bob.id, username: 'bob' },
        },
      ],
      next_cursor: null,
    });
  });

  it('shows those of one status, also of reporters who are gone', async () => {
    const gone = await person(service);
    const { id } = await report('user', ann.id, gone);
    const other = await report('user', ann.id);
    await decide(id, 'dismissed').expect(200);
    await service.database.query('DELETE FROM account.users WHERE id = $1', [gone.id]);
    const ids = async (status: string) =>
      (await list(`?status=${status}`)).reports.map((one: { id: string }) => one.id);
    expect(await ids('dismissed')).toEqual([id]);
    expect(await ids('pending')).toEqual([other.id]);
    expect(await ids('resolved')).toEqual([]);
    expect((await list('?status=dismissed')).reports[0]).toMatchObject({
      reporter: null,
      resolved_by: admin.id,
    });
  });

  it('shows them page by page, whole also within one millisecond', async () => {
    await service.database.query(
      `INSERT INTO moderation.reports (reporter_id, reportable_type, reportable_id, reason, status, created_at)
       SELECT $1, 'user', gen_random_uuid(), 'r', CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'resolved' END, '2030-01-01'
       FROM generate_series(1, 120) n`,
      [bob.id],
    );
    const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id)).size;
    expect(idsOf(await walk(admin.client, `${PATH}?limit=7`, 'reports'))).toBe(120);
    expect(idsOf(await walk(admin.client, `${PATH}?limit=7&status=pending`, 'reports'))).toBe(60);
    expect((await list()).reports).toHaveLength(50);
    expect((await list('?limit=999')).reports).toHaveLength(100);
  });

  it.each([
    ['status=open', 'Invalid status'],
    ['status=', 'Invalid status'],
    ['status=pending&status=resolved', 'Invalid status'],
  ])('refuses %s', (query, error) => admin.client.get(`${PATH}?${query}`).expect(400, { error }));
});

describe('GET /v1/admin/reports/{id}', () => {
  it('shows the thing itself beside it', async () => {
    const author = { id: ann.id, username: 'ann' };
    const post = await publish(ann, { title: 'Cheap', content: 'Buy' });
    const said = await comment(ann, post, 'Buy it');
    const seen = { author, created_at: TIME };
    for (const [type, id, shown] of [
      ['post', post.id, { title: 'Cheap', text: 'Buy', status: 'published', ...seen }],
      ['comment', said.id, { text: 'Buy it', ...seen }],
      ['user', ann.id, { title: 'ann', text: 'I sell', status: 'active', ...seen }],
    ]) {
      const made = await report(type, id);
      const { reports } = await list();
      expect(await read(made.id)).toEqual({ report: reports[0], reported: { type, id, ...shown } });
    }
  });

  it('shows what is hidden from others, and null for what is gone', async () => {
    const hidden = await draft(ann, { content: 'Not yet' });
    const [one, other] = [await report('post', hidden.id, ann), await report('user', ann.id)];
    expect((await read(one.id)).reported).toMatchObject({ status: 'draft', text: 'Not yet' });
    await ann.client.delete(`/v1/posts/${hidden.id}`).expect(200);
    expect((await read(one.id)).reported).toBeNull();
    for (const type of ['user', 'comment', 'product']) {
      const thing = [type, UNKNOWN, other.id];
      await service.database.query(
        'UPDATE moderation.reports SET reportable_type = $1, reportable_id = $2 WHERE id = $3',
        thing,
      );
      expect((await read(other.id)).reported).toBeNull();
    }
  });

  it.each([UNKNOWN, 'none', '5'])('finds none called %s', (id) =>
    admin.client.get(`${PATH}/${id}`).expect(404, MISSING),
  );
});

describe('PATCH /v1/admin/reports/{id}', () => {
  it('decides, and the other way round', async () => {
    const { id } = await report('user', ann.id);
    for (const status of ['resolved', 'dismissed']) {
      const { body } = await decide(id, status).expect(200);
      expect(body).toEqual({
        report: {
          id,
          reportable_id: ann.id,
          reportable_type: 'user',
          reason: 'spam',
          status,
          resolved_by: admin.id,
          resolved_at: TIME,
        },
      });
      expect(await audited(service, admin.id, `report.${status}`)).toContainEqual(
        expect.objectContaining({ report_id: id, reportable_id: ann.id }),
      );
    }
  });

  it('is done once, however often it is asked for', async () => {
    const { id } = await report('user', ann.id);
    const { body } = await decide(id, 'resolved').expect(200);
    const again = await atOnce(5, () => decide(id, 'resolved'));
    for (const answer of again) expect(answer.body).toEqual(body);
    const ofIt = (await audited(service, admin.id, 'report.resolved')).filter(({ report_id }: any) => report_id === id);
    expect(ofIt).toHaveLength(1);
  });

  it('brings back what three of them hid, and says so in the audit log', async () => {
    const post = await publish(ann);
    const people = await Promise.all([1, 2, 3].map(() => person(service)));
    await service.database.query(`UPDATE account.users SET created_at = now() - interval '2 days'`);
    const ids = [];
    for (const who of people) ids.push((await report('post', post.id, who)).id);
    expect((await read(ids[0])).reported.status).toBe('flagged');
    for (const id of ids) await decide(id, 'dismissed').expect(200);
    expect((await read(ids[0])).reported.status).toBe('published');
    expect(await audited(service, admin.id, 'report.restored')).toEqual([
      { reportable_type: 'post', reportable_id: post.id },
    ]);
  });

  it.each([undefined, null, 'pending', 'Resolved', 5, ['resolved']])('takes no %j', async (status) => {
    const { id } = await report('user', ann.id);
    await decide(id, status).expect(400, INVALID_STATUS);
    await decide(UNKNOWN, status).expect(400, INVALID_STATUS);
    expect((await read(id)).report.status).toBe('pending');
  });

  it('finds none that is not there, and tells nothing of it', async () => {
    const before = await events(service, admin.id, 'report.resolved');
    for (const id of [UNKNOWN, 'none', '5']) await decide(id, 'resolved').expect(404, MISSING);
    expect(await events(service, admin.id, 'report.resolved')).toEqual(before);
  });
});
