import { queryPlan } from '../support/query-plan.js';
import { type Account, TestService } from '../support/service.js';
import { people, THING } from './inbox.js';

const ROWS = 20_000;

let service: TestService;
let ann: Account;
let actor: string;
let group: { id: string; about_id: string };
beforeAll(async () => {
  service = await TestService.start();
  ann = await service.account();
  const others = await people(service, 500);
  actor = others[0] as string;
  const fill = (text: string, ...values: unknown[]) => service.database.query(text, values);
  await fill(
    `INSERT INTO notifications.notifications (user_id, type, about_kind, about_id, updated_at)
     SELECT $1, 'reaction', 'post', gen_random_uuid(), now() - n * interval '1 minute'
     FROM generate_series(1, ${ROWS}) n`,
    ann.id,
  );
  await fill(
    `INSERT INTO notifications.notifications (user_id, type, about_kind, about_id, read_at)
     SELECT unnest($1::uuid[]), 'reaction', 'post', gen_random_uuid(), now() FROM generate_series(1, 20)`,
    others,
  );
  await fill(
    `INSERT INTO notifications.notification_actors (notification_id, user_id)
     SELECT id, $2 FROM notifications.notifications WHERE user_id = $1`,
    ann.id,
    actor,
  );
  [group] = (
    await fill(
      'SELECT id, about_id FROM notifications.notifications WHERE user_id = $1 ORDER BY updated_at DESC LIMIT 1',
      ann.id,
    )
  ).rows as [typeof group];
  // One group with many actors.
  await fill(
    `INSERT INTO notifications.notification_actors (notification_id, user_id)
     SELECT $1, unnest($2::uuid[])`,
    group.id,
    others.slice(1),
  );
  await fill('ANALYZE');
});
afterAll(() => service.stop());

const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

describe('for a user with tens of thousands of notifications', () => {
  it.each<[string, () => unknown[]]>([
    ['notification_add', () => [[ann.id], ['reaction'], ['post'], [group.about_id], ['{}'], [actor]]],
    ['notification_withdraw', () => [ann.id, 'reaction', 'post', group.about_id, actor]],
    ['notification_forget', () => ['post', [THING]]],
    ['notifications_of_user', () => [ann.id, ...END, 21]],
    ['notifications_read', () => [ann.id, [group.id]]],
    ['notifications_forget_read', () => [1000]],
    ['notifications_forget_unread', () => [1000]],
    ['SELECT unread_count FROM notifications.inboxes WHERE user_id = $1', () => [ann.id]],
    ['SELECT switched_off FROM notifications.inboxes WHERE user_id = $1', () => [ann.id]],
    ['mention_named', () => [['ann'], [actor], 'post', THING]],
  ])('%s finds its rows by an index', async (name, values) => {
    const plan = await queryPlan(service.database, name, values());
    // The inboxes of this test fit on a page or two, and there are few accounts, so scans of these tables are
    // allowed.
    const whole = plan.filter((step) => step.startsWith('Seq Scan notif'));
    expect(whole).toEqual([]);
  });

  it('pages are read in the order of the index, as are the newest actors of a large group', async () => {
    const plan = await queryPlan(service.database, 'notifications_of_user', [ann.id, ...END, 21]);
    expect(plan).toContainEqual(expect.stringMatching(/^Index.* notifications_newest$/));
    expect(plan).toContainEqual(expect.stringMatching(/^Index.* notification_actors_newest$/));
    expect(plan).not.toContain('Sort');
  });

  it('the unread count is one row, read with a few pages', async () => {
    const unread = 'SELECT unread_count FROM notifications.inboxes WHERE user_id = $1';
    expect((await service.database.query(unread, [ann.id])).rows).toEqual([{ unread_count: ROWS }]);
    const { rows } = await service.database.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${unread}`, [ann.id]);
    const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan;
    // Counting the notifications would read hundreds of pages.
    expect(hit + read).toBeLessThan(20);
  });

  it('a group of five hundred shows five actors', async () => {
    const { body } = await ann.client.get('/v1/notifications?limit=1').expect(200);
    expect(body.notifications).toMatchObject([{ id: group.id, actors_count: 500 }]);
    expect(body.notifications[0].actors).toHaveLength(5);
  });

  it('all are marked as read in one request', async () => {
    await ann.client.post('/v1/notifications/read').expect(200, { unread_count: 0 });
  });
});
