import { atOnce, tally } from '../account/at-once.js';
import { person, type Person, TIME, UNKNOWN, walk } from '../social/people.js';
import { publish } from '../social/posting.js';
import { TestService } from '../support/service.js';
import { audited, expectStaffOnly } from './staff.js';

let service: TestService;
let admin: Person;
let ann: Person;
beforeAll(async () => {
  service = await TestService.lease();
  admin = await person(service, 'admin');
});
beforeEach(async () => {
  ann = await person(service);
  await service.database.query('TRUNCATE moderation.authorship_requests');
});
afterAll(() => service.stop());

const PATH = '/v1/admin/authorship-requests';
const MISSING = { error: 'Authorship request not found' };
const ask = async ({ client }: Person, body: object = {}) =>
  (await client.post('/v1/authorship-requests', body).expect(201)).body.authorship_request;
const list = async (query = '') => (await admin.client.get(`${PATH}${query}`).expect(200)).body;
const decide = (id: string, status: unknown) => admin.client.patch(`${PATH}/${id}`, { status });
const verified = async ({ id }: Person) => (await admin.client.get(`/v1/users/${id}`).expect(200)).body.user.verified;

it('is for admins with a token', () =>
  expectStaffOnly(
    service,
    { user: ann, admin },
    ['get', PATH],
    ['get', `${PATH}/${UNKNOWN}`],
    ['patch', `${PATH}/none`],
  ));

describe('GET /v1/admin/authorship-requests', () => {
  it('shows who asks, newest first, and each with the note to staff', async () => {
    const profile = {
      username: `ann_${ann.id.slice(-8)}`,
      first_name: 'Ann',
      last_name: 'Lee',
      avatar_url: null,
    };
    await ann.client.patch('/v1/users/me', profile).expect(200);
    const first = await ask(ann, { note: 'I write' });
    const second = await ask(await person(service));
    const shown = { ...first, user: { id: ann.id, ...profile } };
    expect(await list()).toEqual({
      authorship_requests: [expect.objectContaining({ id: second.id }), shown],
      next_cursor: null,
    });
    await admin.client.get(`${PATH}/${first.id}`).expect(200, { authorship_request: { ...shown, note: 'I write' } });
    for (const id of [UNKNOWN, 'none']) await admin.client.get(`${PATH}/${id}`).expect(404, MISSING);
  });

  it('shows them page by page, whole also within one millisecond, of one status too', async () => {
    await service.database.query(
      `INSERT INTO moderation.authorship_requests (user_id, status, created_at)
       SELECT $1, CASE WHEN n % 2 = 0 THEN 'approved' ELSE 'rejected' END, '2030-01-01' FROM generate_series(1, 120) n`,
      [ann.id],
    );
    const ids = async (query: string) => {
      const rows = await walk<{ id: string }>(admin.client, `${PATH}${query}`, 'authorship_requests');
      return new Set(rows.map(({ id }) => id)).size;
    };
    expect(await ids('?limit=7')).toBe(120);
    expect(await ids('?limit=100&status=approved')).toBe(60);
    expect((await list()).authorship_requests).toHaveLength(50);
  });

  it.each([['status=open', 'Invalid status']])('refuses %s', (query, error) =>
    admin.client.get(`${PATH}?${query}`).expect(400, { error }),
  );
});

describe('PATCH /v1/admin/authorship-requests/{id}', () => {
  it.each([
    ['approved', true],
    ['rejected', false],
  ])('%s: verified is %s, and the user is told', async (status, mark) => {
    const post = await publish(ann);
    const { id } = await ask(ann);
    const { body } = await decide(id, status).expect(200);
    const decided = { id, user_id: ann.id, status, reviewed_by: admin.id, reviewed_at: TIME };
    expect(body).toEqual({ authorship_request: decided });
    expect(await verified(ann)).toBe(mark);
    const { body: seen } = await service.client().get(`/v1/posts/${post.id}`).expect(200);
    expect(seen.post.author.verified).toBe(mark);
    const { notifications } = (await ann.client.get('/v1/notifications').expect(200)).body;
    expect(notifications).toMatchObject([
      {
        type: 'authorship_reviewed',
        about: { kind: 'authorship_request', id },
        actors: [],
        data: { status },
      },
    ]);
    expect(await audited(service, admin.id, `authorship.${status}`)).toEqual([{ request_id: id, user_id: ann.id }]);
  });

  it('is decided once, also by twenty who do not agree', async () => {
    const { id } = await ask(ann);
    const answers = await atOnce(20, (n) => decide(id, n % 2 ? 'approved' : 'rejected'));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    const [{ status }] = answers.flatMap(({ body }) => body.authorship_request ?? []);
    expect(await verified(ann)).toBe(status === 'approved');
    await decide(id, status).expect(409, { error: 'Authorship request already decided' });
    expect((await ann.client.get('/v1/notifications').expect(200)).body.notifications).toHaveLength(1);
  });

  it.each([undefined, null, 'pending', 'Approved', 5])('takes no %j', async (status) => {
    const { id } = await ask(ann);
    await decide(id, status).expect(400, { error: 'Invalid status' });
    expect((await list()).authorship_requests[0].status).toBe('pending');
  });

  it('finds none that is not there', async () => {
    const { id } = await ask(ann);
    await service.database.query('DELETE FROM account.users WHERE id = $1', [ann.id]);
    for (const missing of [id, UNKNOWN, 'none', '5']) await decide(missing, 'approved').expect(404, MISSING);
  });
});
