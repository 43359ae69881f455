import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 2_000;
const ROWS = 20_000;
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

let service: TestService;
let user: string;
let ad: string;
let report: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const fill = (text: string) => service.database.query(text);
  const people = `FROM generate_series(1, ${ROWS}) i JOIN people p ON p.n = i % ${PEOPLE}`;
  const age = `now() - i * interval '1 second'`;
  await fill(`INSERT INTO account.users (email) SELECT n || '@example.com' FROM generate_series(1, ${PEOPLE}) n`);
  await fill('CREATE TABLE people AS SELECT id, row_number() OVER () - 1 AS n FROM account.users');
  await fill(`INSERT INTO listings.ads (user_id, title, budget, created_at) SELECT id, 'ad', 100, ${age} ${people}`);
  await fill(
    `INSERT INTO listings.jobs (user_id, title, location, status, created_at)
     SELECT id, 'job', 'x', CASE WHEN i % 20 = 0 THEN 'active' ELSE 'closed' END, ${age} ${people}`,
  );
  await fill(
    `INSERT INTO moderation.reports (reporter_id, reportable_type, reportable_id, reason, status, created_at)
     SELECT id, 'post', gen_random_uuid(), 'spam', CASE WHEN i % 2 = 0 THEN 'pending' ELSE 'resolved' END, ${age} ${people}`,
  );
  await fill(
    `INSERT INTO moderation.reported_things (reportable_type, reportable_id)
     SELECT reportable_type, reportable_id FROM moderation.reports`,
  );
  await fill(
    `INSERT INTO moderation.authorship_requests (user_id, status, created_at) SELECT id, 'rejected', ${age} ${people}`,
  );
  await fill(
    `INSERT INTO moderation.blacklist (type, value, folded, created_at)
     SELECT 'username', i, i, ${age} FROM generate_series(1, ${ROWS}) i`,
  );
  await fill(
    `INSERT INTO moderation.censors (pattern, created_at) SELECT 'word' || i, ${age} FROM generate_series(1, ${ROWS}) i`,
  );
  await fill(`INSERT INTO listings.categories (name, slug) SELECT i, i FROM generate_series(1, ${ROWS}) i`);
  await fill('ANALYZE');
  const one = async (table: string) => (await fill(`SELECT id FROM ${table} LIMIT 1`)).rows[0].id;
  user = await one('people');
  [ad, report] = [await one('listings.ads'), await one('moderation.reports')];
});
afterAll(() => service.stop());

describe('what a request asks is found by an index:', () => {
  it.each<[string, () => unknown[]]>([
    ['ads_of_user', () => [user, ...END, 21]],
    ['ads_all_of_user', () => [user]],
    ['ad_impression', () => [ad]],
    ['job_offers_visible', () => [user, ...END, 21]],
    ['job_offers_all_of_user', () => [user]],
    ['report_lock_thing', () => ['post', report]],
    ['report_mark_thing', () => ['post', report, true]],
    ['report_insert', () => ['post', report, user, 'spam', null]],
    [
      'SELECT id, reportable_id, reportable_type, reason, description, created_at FROM moderation.reports WHERE reportable_type = $1 AND reportable_id = $2 AND reporter_id = $3 AND status = $4',
      () => ['post', report, user, 'pending'],
    ],
    ['report_weight', () => ['post', report]],
    [
      'SELECT FROM moderation.reports WHERE reportable_type = $1 AND reportable_id = $2 AND status = ANY ($3) LIMIT 1',
      () => ['post', report, ['pending', 'resolved']],
    ],
    ['SELECT reportable_type, reportable_id FROM moderation.reports WHERE id = $1', () => [report]],
    ['report_decide', () => [report, 'resolved', user]],
    ['reports_of_reporter', () => [user]],
    [
      'SELECT id, user_id, status, reviewed_by, reviewed_at, created_at FROM moderation.authorship_requests WHERE user_id = $1 AND status = $2',
      () => [user, 'pending'],
    ],
    ['authorship_of_user', () => [user, ...END, 21]],
    ['SELECT user_id FROM moderation.authorship_requests WHERE id = $1', () => [report]],
    ['authorship_decide', () => [report, 'approved', user]],
    ['authorship_exported', () => [user]],
    ['ads_newest', () => [...END, 51]],
    ['ads_newest_of_status', () => [...END, 51, 'active']],
    ['ad_by_id', () => [ad]],
    ['ad_decide', () => [ad, 'active']],
    ['job_offers_newest', () => [...END, 51]],
    ['job_offers_newest_of_status', () => [...END, 51, 'active']],
    ['job_offer_by_id', () => [ad]],
    ['SELECT * FROM listings.jobs WHERE id = $1 FOR NO KEY UPDATE', () => [ad]],
    ['UPDATE listings.jobs SET title = $1, updated_at = now() WHERE id = $2 RETURNING *', () => ['job', ad]],
    ['reports_newest', () => [...END, 51]],
    ['reports_newest_of_status', () => [...END, 51, 'pending']],
    ['report_by_id', () => [report]],
    ['authorship_newest', () => [...END, 51]],
    ['authorship_newest_of_status', () => [...END, 51, 'pending']],
    ['authorship_by_id', () => [report]],
    ['blacklist_newest', () => [...END, 51]],
    ['blacklist_remove', () => [report]],
    ['censors_newest', () => [...END, 51]],
    ['censor_remove', () => [report]],
    ['SELECT * FROM listings.categories WHERE id = $1', () => [report]],
    ['category_line', () => [report]],
    ['category_height', () => [report]],
    ['category_free_slug', () => [['a', 'b'], report]],
    [
      'UPDATE listings.categories SET id = $1, name = $2, parent_id = $3, slug = $4 WHERE id = $5 RETURNING *',
      () => [report, 'name', null, 'slug', report],
    ],
    ['UPDATE listings.categories SET parent_id = $1 WHERE parent_id = $2', () => [null, report]],
    ['DELETE FROM listings.categories WHERE id = $1', () => [report]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan') && !step.endsWith('settings'))).toEqual([]);
  });

  it('the active jobs of all are read off the index of them, newest first', async () => {
    const plan = await queryPlan(service.database, 'job_offers_visible', [user, ...END, 21]);
    expect(plan).toContainEqual(expect.stringMatching(/^Index Scan.* jobs jobs_by_status$/));
    expect(plan).toContainEqual(expect.stringMatching(/^Index Scan.* jobs jobs_of_user$/));
  });
});
