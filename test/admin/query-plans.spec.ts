import { crowd } from '../social/people.js';
import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 21];
const MANY = 20_000;

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const people = await crowd(service, MANY);
  [admin] = people as [string];
  const fill = (text: string, ...values: unknown[]) => service.database.query(text, values);
  await fill(`UPDATE account.users SET role = 'admin' WHERE id = ANY ($1)`, people.slice(0, 3));
  await fill(`UPDATE account.users SET user_status = 'banned' WHERE id = ANY ($1)`, people.slice(3, 30));
  await fill(`UPDATE account.users SET first_name = 'Person ' || substr(email, 1, 8)`);
  await fill('ALTER TABLE social.posts DISABLE TRIGGER USER');
  await fill(
    `INSERT INTO social.posts (user_id, title, status, created_at)
     SELECT id, 'A post', CASE WHEN n % 1000 = 1 THEN 'flagged' WHEN n % 50 = 2 THEN 'draft' ELSE 'published' END,
       now() - n * interval '1 minute'
     FROM unnest($1::uuid[]) WITH ORDINALITY AS people (id, n)`,
    people,
  );
  await fill(
    `INSERT INTO events.domain_events (type, actor_id, data, staff, created_at)
     SELECT 'admin.thing_' || n % 500, ($1::uuid[])[1 + n % 100], '{}', n % 4 = 0, now() - n * interval '1 minute'
     FROM generate_series(1, ${MANY}) n`,
    people,
  );
  await fill(
    `INSERT INTO payments.payments (kind, status, amount, currency, completed_at)
     SELECT 'checkout', 'completed', 100, 'usd', now() - n * interval '1 minute' FROM generate_series(1, ${MANY}) n`,
  );
  await fill(
    `INSERT INTO listings.ads (user_id, title, budget, status)
     SELECT id, 'An ad', 100, CASE WHEN n % 500 = 1 THEN 'pending' ELSE 'active' END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS people (id, n)`,
    people,
  );
  await fill(
    `INSERT INTO listings.jobs (user_id, title, location, status)
     SELECT id, 'A job', 'Here', CASE WHEN n % 500 = 1 THEN 'pending' ELSE 'active' END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS people (id, n)`,
    people,
  );
  await fill('VACUUM ANALYZE');
});
afterAll(() => service.stop());

it.each<[string, unknown[], string]>([
  ['admin_users', END, 'Index Scan users users_by_age'],
  ['admin_users_admin', END, 'Index Scan users users_with_role'],
  ['admin_users_banned', END, 'Index Scan users users_shut_out'],
  ['admin_users_user_suspended', END, 'Index Scan users users_shut_out'],
  ['admin_users_search', [...END, ['%xyzzy%']], 'Bitmap Index Scan users_search'],
  ['admin_users_active_search', [...END, ['%xyzzy%']], 'Bitmap Index Scan users_search'],
  ['user_admins', [], 'users_with_role'],
  ['posts_to_review', END, 'Index Scan posts posts_newest'],
  ['posts_to_review_draft', END, 'Index Scan posts posts_unpublished'],
  ['posts_to_review_flagged', END, 'Index Scan posts posts_unpublished'],
  ['audit', END, 'Index Scan domain_events domain_events_audit'],
  ['overview_days', [30], 'Index Only Scan posts posts_newest'],
  ['overview_days', [30], 'Index Only Scan users users_by_age'],
  ['overview_days', [30], 'Index Only Scan payments payments_revenue'],
  ['overview_waiting', [], 'Index Only Scan posts posts_unpublished'],
])('%s is answered by an index', async (name, values, index) => {
  const plan = await queryPlan(service.database, name, values);
  expect(plan.join('\n')).toContain(index);
  expect(plan.join('\n')).not.toMatch(/Seq Scan (users|posts|domain_events|ads|jobs|payments)/);
});

it.each<[string, () => unknown[], string]>([
  ['audit_by_admin', () => [...END, admin], 'domain_events_audit_by_actor'],
  ['audit_by_action', () => [...END, 'admin.thing_4'], 'domain_events_audit_by_type'],
  ['audit_by_admin_and_action', () => [...END, admin, 'admin.thing_4'], 'domain_events_audit_by_'],
])('%s is answered by an index of its own', async (name, values, index) => {
  expect((await queryPlan(service.database, name, values())).join('\n')).toContain(index);
});
