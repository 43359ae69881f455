import { queryPlan } from '../support/query-plan.js';
import { TestService } from '../support/service.js';

const PEOPLE = 10_000;
/** Rows of each table that grows with use. */
const ROWS = 20_000;
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

let service: TestService;
let user: string;
let other: string;
let tip: string;
let badge: string;
let broadcast: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const fill = (text: string) => service.database.query(text);
  await fill(`INSERT INTO account.users (email) SELECT n || '@example.com' FROM generate_series(1, ${PEOPLE}) n`);
  await fill('INSERT INTO account.user_counters (user_id) SELECT id FROM account.users');
  await fill('CREATE TABLE people AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM account.users');
  const pairs = `FROM generate_series(0, ${ROWS - 1}) i
    JOIN people a ON a.n = i % ${PEOPLE} JOIN people b ON b.n = (i + 1) % ${PEOPLE}`;
  const at = `now() - i * interval '1 second'`;
  await fill(`
    INSERT INTO community.tips (sender_id, recipient_id, amount, settled_at, created_at)
    SELECT a.id, b.id, 100, CASE WHEN i % 10 > 0 THEN now() END, ${at} ${pairs}`);
  await fill(`
    INSERT INTO community.memberships (user_id, tier, status, started_at, expires_at, processor_subscription_id)
    SELECT a.id, 'gold', CASE WHEN i < ${PEOPLE} THEN 'active' ELSE 'canceled' END, ${at}, now() + i * interval '1 minute',
      'sub_' || i ${pairs}`);
  await fill(`
    INSERT INTO community.user_badges (user_id, badge_id) SELECT people.id, badges.id FROM people, community.badges`);
  await fill(`
    INSERT INTO community.broadcasts (host_id, status, started_at, ended_at)
    SELECT a.id, CASE WHEN i < 2000 THEN 'live' ELSE 'ended' END, ${at}, CASE WHEN i >= 2000 THEN now() END ${pairs}`);
  // The trigger that counts viewers would take longer than all of these tests.
  await fill('ALTER TABLE community.broadcast_viewers DISABLE TRIGGER count_viewer');
  await fill(`
    INSERT INTO community.broadcast_viewers (broadcast_id, user_id)
    SELECT b.id, people.id FROM community.broadcasts b JOIN people ON people.n < 2`);
  await fill(`INSERT INTO social.blocks (blocker_id, blocked_id) SELECT DISTINCT b.id, a.id ${pairs}`);
  await fill(`
    INSERT INTO social.follows (follower_id, following_id, status) SELECT DISTINCT a.id, b.id, 'following' ${pairs}`);
  await fill('INSERT INTO realtime.instances (id) VALUES (gen_random_uuid())');
  await fill(`
    INSERT INTO realtime.connections (id, instance, user_id)
    SELECT 'c_' || n, (SELECT id FROM realtime.instances LIMIT 1), id FROM people`);
  await fill('ANALYZE');
  const { rows } = await fill(`
    SELECT t.id AS tip, t.sender_id AS user, t.recipient_id AS other, (SELECT id FROM community.badges LIMIT 1) AS badge,
      (SELECT id FROM community.broadcasts LIMIT 1) AS broadcast FROM community.tips t LIMIT 1`);
  ({ tip, user, other, badge, broadcast } = rows[0]);
});
afterAll(() => service.stop());

describe('the statements of requests, events and jobs use an index:', () => {
  it.each<[string, () => unknown[]]>([
    ['tip_insert', () => [user, other, '100', null]],
    ['tip_settled', () => [tip]],
    ['tip_creditors', () => [user, 50]],
    ['tips_settle', () => [user, '1000', 50]],
    ['tips_sent', () => [user, ...END, 101]],
    ['tips_received', () => [user, ...END, 101]],
    ['tips_for_export', () => [user]],
    ['tips_partners_of_user', () => [user]],
    ['broadcasts_watched_by_user', () => [user]],
    ['membership_active', () => [user]],
    [
      `UPDATE community.memberships SET status = $1
       WHERE user_id = $2 AND processor_subscription_id IS DISTINCT FROM $3 AND status = ANY ($4)`,
      () => ['canceled', user, 'sub_7', ['active', 'past_due']],
    ],
    [
      `UPDATE community.memberships SET status = $1
       WHERE processor_subscription_id = $2 AND status IS DISTINCT FROM $3
       RETURNING id, user_id, tier, status, started_at, expires_at`,
      () => ['canceled', 'sub_7', 'canceled'],
    ],
    ['memberships_expire', () => [200]],
    ['memberships_of_user', () => [user]],
    ['broadcast_start', () => [user]],
    [
      `UPDATE community.broadcasts SET status = $1, ended_at = now() WHERE host_id = $2 AND status = $3
       RETURNING id, host_id, status, started_at, ended_at`,
      () => ['ended', user, 'live'],
    ],
    ['broadcast_join', () => [broadcast, user]],
    ['broadcast_viewer', () => [broadcast, user]],
    ['broadcasts_live', () => [user, ...END, 21]],
    ['broadcast_host_seen', () => [user]],
    [
      'broadcasts_readable',
      () => [
        [broadcast, null],
        [user, user],
      ],
    ],
    ['broadcasts_for_export', () => [user]],
    ['broadcasts_joined_for_export', () => [user]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
  });

  // The table of badges is small, so the planner may scan it.
  it.each<[string, () => unknown[]]>([
    ['badges_of_user', () => [user]],
    ['badge_award', () => [badge, user]],
  ])('%s', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan.filter((step) => step.startsWith('Seq Scan') && !step.includes(' badges'))).toEqual([]);
  });

  it.each<[string, () => unknown[]]>([
    ['broadcasts_left', () => [100]],
    ['broadcasts_due_in', () => [[user]]],
  ])('%s reads only live broadcasts', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    expect(plan).toContainEqual(expect.stringMatching(/^(Bitmap )?Index Scan.* broadcasts_live/));
  });

  it('a page of live broadcasts is read in index order and stops at its end', async () => {
    const plan = await queryPlan(service.database, 'broadcasts_live', [user, ...END, 21]);
    expect(plan).toContainEqual(expect.stringMatching(/^Index Scan broadcasts broadcasts_live$/));
    expect(plan.filter((step) => step.startsWith('Sort'))).toEqual([]);
  });
});
