import { crowd, FORBIDDEN, person, type Person } from '../social/people.js';
import { draft, publish } from '../social/posting.js';
import { TestService } from '../support/service.js';

let service: TestService;
let admin: Person;
let user: Person;
beforeAll(async () => {
  service = await TestService.lease();
  [admin, user] = [await person(service, 'admin'), await person(service)];
});
afterAll(() => service.stop());

const overview = async (query = '') => (await admin.client.get(`/v1/admin/overview${query}`).expect(200)).body;
const sql = (text: string, ...values: unknown[]) => service.database.query(text, values);
/** Begun as many UTC days ago. */
const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

describe('GET /v1/admin/overview', () => {
  it('begins with nothing that waits, and thirty days', async () => {
    const { waiting, totals, days } = await overview();
    const nothing = { reports: 0, ads: 0, jobs: 0, authorship_requests: 0, withdrawals: 0, flagged_posts: 0 };
    expect(waiting).toEqual(nothing);
    expect(totals).toEqual({ users: 2, posts: 0, revenue: 0 });
    expect(days.map(({ date }: any) => date)).toEqual(Array.from({ length: 30 }, (_, n) => dayOf(29 - n)));
    expect(days.at(-1)).toEqual({ date: dayOf(0), sign_ups: 2, posts: 0, revenue: 0 });
    expect(days[0]).toEqual({ date: dayOf(29), sign_ups: 0, posts: 0, revenue: 0 });
  });

  it('counts what waits, until somebody has looked at it', async () => {
    await user.client.post('/v1/ads', { title: 'An ad', budget: 5 }).expect(201);
    await user.client.post('/v1/jobs', { title: 'A job', location: 'Here' }).expect(201);
    await user.client.post('/v1/authorship-requests', {}).expect(201);
    const about = { reportable_type: 'user', reportable_id: admin.id, reason: 'rude' };
    const { body: report } = await user.client.post('/v1/reports', about).expect(201);
    const post = await publish(user);
    await admin.client.patch(`/v1/admin/posts/${post.id}`, { status: 'flagged' }).expect(200);
    await sql(
      `INSERT INTO payments.wallet_transactions (user_id, type, amount, status) VALUES ($1, 'withdrawal', -500, 'pending')`,
      user.id,
    );
    const one = { reports: 1, ads: 1, jobs: 1, authorship_requests: 1, withdrawals: 1, flagged_posts: 1 };
    expect((await overview()).waiting).toEqual(one);
    await admin.client.patch(`/v1/admin/reports/${report.id}`, { status: 'resolved' }).expect(200);
    await admin.client.patch(`/v1/admin/posts/${post.id}`, { status: 'published' }).expect(200);
    expect((await overview()).waiting).toEqual({ ...one, reports: 0, flagged_posts: 0 });
  });

  it('counts sign-ups, published posts and revenue by the day, in UTC', async () => {
    const { totals: before } = await overview();
    const people = await crowd(service, 5);
    const moment = (ago: number, time: string) => `${dayOf(ago)}T${time}Z`;
    await sql(
      'UPDATE account.users SET created_at = $2 WHERE id = ANY ($1)',
      people.slice(0, 3),
      moment(2, '00:00:00'),
    );
    await sql(
      'UPDATE account.users SET created_at = $2 WHERE id = ANY ($1)',
      people.slice(3),
      moment(2, '23:59:59.999'),
    );
    const posts = [await publish(user), await publish(user), await draft(user)];
    await sql(
      'UPDATE social.posts SET created_at = $2 WHERE id = ANY ($1)',
      posts.map(({ id }) => id),
      moment(1, '00:00:00'),
    );
    const pay = (kind: string, status: string, amount: number, refunded: number, currency: string, ago: number) => {
      const insert = `INSERT INTO payments.payments (kind, status, amount, refunded_amount, currency, completed_at)
        VALUES ($1, $2, $3, $4, $5, $6)`;
      return sql(insert, kind, status, amount, refunded, currency, moment(ago, '12:00:00'));
    };
    await pay('checkout', 'completed', 1999, 0, 'usd', 2);
    await pay('membership', 'completed', 1001, 500, 'usd', 2);
    await pay('plan', 'completed', 2900, 0, 'usd', 400);
    await pay('checkout', 'refunded', 700, 700, 'usd', 2);
    await pay('checkout', 'completed', 700, 0, 'eur', 2);
    await pay('checkout', 'pending', 700, 0, 'usd', 2);
    await pay('deposit', 'completed', 700, 0, 'usd', 2);

    const { totals, days } = await overview('?days=3');
    expect(days).toEqual([
      { date: dayOf(2), sign_ups: 5, posts: 0, revenue: 25 },
      { date: dayOf(1), sign_ups: 0, posts: 2, revenue: 0 },
      { date: dayOf(0), sign_ups: 2, posts: before.posts, revenue: 0 },
    ]);
    expect(totals).toEqual({ users: 7, posts: before.posts + 2, revenue: 54 });
    expect((await overview('?days=1')).days).toHaveLength(1);
    expect((await overview('?days=365')).days).toHaveLength(365);
  });

  it.each(['0', '-1', '366', '1.5', 'abc', '', '1e2', '030'])('refuses ?days=%s', async (days) => {
    const { body } = await admin.client.get(`/v1/admin/overview?days=${days}`).expect(400);
    expect([body.error, body.details[0].field]).toEqual(['Validation error', 'days']);
  });

  it('is for staff', async () => {
    await service.client().get('/v1/admin/overview').expect(401);
    await user.client.get('/v1/admin/overview?days=0').expect(403, FORBIDDEN);
  });
});
