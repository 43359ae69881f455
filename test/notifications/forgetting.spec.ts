import { PurgeNotificationsJob } from '../../src/notifications/purge-notifications.job.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';
import { type Account, PASSWORD, TestService } from '../support/service.js';
import { inbox, inTransaction, miscounted, notify, OTHER, people, post, THING } from './inbox.js';
import { written } from '../support/written.js';

let service: TestService;
let actors: string[];
beforeAll(async () => {
  service = await TestService.lease();
  actors = await people(service, 3);
});
afterAll(() => service.stop());
afterEach(async () => expect(await miscounted(service)).toEqual([]));

const react = (user_id: string, actor_id: string | undefined, about = post()) =>
  notify(service, { user_id, actor_id: actor_id as string, type: 'reaction', about });
const rowsOf = async (table: string, column: string, id: string) => {
  const { rows } = await service.database.query(
    `SELECT count(*)::int AS rows FROM notifications.${table} WHERE ${column} = $1`,
    [id],
  );
  return rows[0].rows;
};

describe('a deleted account', () => {
  it('is deleted within a second, whatever the number of its groups', async () => {
    const [ann, bob] = await people(service, 2);
    await service.database.query(
      `WITH made AS (
         INSERT INTO notifications.notifications (user_id, type, about_kind, about_id)
         SELECT $1, 'reaction', 'post', gen_random_uuid() FROM generate_series(1, 10000) RETURNING id
       ) INSERT INTO notifications.notification_actors (notification_id, user_id) SELECT id, $2 FROM made`,
      [ann, bob],
    );
    await service.database.query('ANALYZE notifications.notifications');
    const client = await service.database.connect();
    try {
      // A second is generous. The time used to grow with the square of the number of groups.
      await client.query('SET statement_timeout = 3000');
      await client.query('DELETE FROM account.users WHERE id = $1', [bob]);
    } finally {
      client.release(true);
    }
    expect(await rowsOf('notifications', 'user_id', ann as string)).toBe(0);
  });

  it('leaves its groups; a group without other actors is deleted', async () => {
    const ann = await service.account();
    const bob = await service.account();
    await react(ann.id, bob.id);
    await react(ann.id, actors[0]);
    await react(ann.id, bob.id, post(OTHER));
    await ann.client.post('/v1/notifications/read').expect(200);
    await react(ann.id, bob.id, { kind: 'alone', id: THING });
    await notify(service, { user_id: ann.id, actor_id: null, type: 'export_ready', about: post() });
    await bob.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    const { notifications, unread_count } = await inbox(ann);
    expect(notifications).toMatchObject([
      { type: 'export_ready', actors: [], actors_count: 0 },
      { type: 'reaction', about: post(), actors_count: 1, actors: [{ id: actors[0] }] },
    ]);
    expect(notifications).toHaveLength(2);
    expect(unread_count).toBe(1);
  });

  it('takes its own notifications and settings with it', async () => {
    const ann = await service.account();
    const bob = await service.account();
    await react(ann.id, actors[0]);
    await react(bob.id, ann.id);
    await ann.client.patch('/v1/notifications/settings', { settings: { tip: false } }).expect(200);
    await ann.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    for (const table of ['notifications', 'notification_actors', 'inboxes'])
      expect(await rowsOf(table, 'user_id', ann.id)).toBe(0);
    expect(await inbox(bob)).toMatchObject({ notifications: [], unread_count: 0 });
  });
});

describe('withdraw', () => {
  it('removes one actor, from read groups too, and the row with the last actor', async () => {
    const ann = await service.account();
    const [one, two] = actors as [string, string];
    await react(ann.id, one);
    await ann.client.post('/v1/notifications/read').expect(200);
    await react(ann.id, one);
    await react(ann.id, two);
    await react(ann.id, one, post(OTHER));
    const withdraw = (type: 'reaction' | 'comment', user_id = ann.id) =>
      inTransaction(service, async () =>
        service.app.get(NotificationsService).withdraw({ user_id, actor_id: one, type, about: post() }),
      );
    await withdraw('comment');
    await withdraw('reaction', two);
    expect((await inbox(ann)).notifications).toHaveLength(3);
    await withdraw('reaction');
    const { notifications, unread_count } = await inbox(ann);
    expect(notifications).toMatchObject([
      { about: post(OTHER), actors: [{ id: one }] },
      { about: post(), actors_count: 1, actors: [{ id: two }] },
    ]);
    expect(unread_count).toBe(2);
  });
});

describe('forget', () => {
  it('deletes the notifications of all users about the thing, and no others', async () => {
    const [ann, bob] = [await service.account(), await service.account()];
    for (const { id } of [ann, bob]) {
      await react(id, actors[0]);
      await react(id, actors[0], post(OTHER));
      await react(id, actors[0], { kind: 'comment', id: THING });
    }
    const forget = (kind: string, id: string | string[]) =>
      inTransaction(service, async () => service.app.get(NotificationsService).forget({ kind, id }));
    await forget('post', THING);
    for (const account of [ann, bob]) {
      const { notifications, unread_count } = await inbox(account);
      const about = notifications.map((one: { about: object }) => one.about);
      expect(about).toEqual([{ kind: 'comment', id: THING }, post(OTHER)]);
      expect(unread_count).toBe(2);
    }
    await forget('post', [THING, OTHER, ann.id]);
    expect((await inbox(bob)).unread_count).toBe(1);
  });
});

describe('the purge job', () => {
  const old = (userId: string, days: number, read: boolean, rows = 1) =>
    service.database.query(
      `WITH made AS (
         INSERT INTO notifications.notifications (user_id, type, about_kind, about_id, data, updated_at, read_at)
         SELECT $1, 'reaction', 'post', gen_random_uuid(), jsonb_build_object('days', $2::int),
           now() - $2::int * interval '1 day', CASE WHEN $3 THEN now() END
         FROM generate_series(1, $4) RETURNING id
       ) INSERT INTO notifications.notification_actors (notification_id, user_id) SELECT id, $5 FROM made`,
      [userId, days, read, rows, actors[0]],
    );

  it('deletes read notifications after 90 days and all after a year, more than one batch of them', async () => {
    const ann = await service.account();
    for (const days of [1, 89]) await old(ann.id, days, true);
    for (const days of [91, 364]) await old(ann.id, days, false);
    for (const days of [91, 400]) await old(ann.id, days, true);
    await old(ann.id, 367, false, 2_100);
    expect((await inbox(ann)).unread_count).toBe(2_102);
    const job = service.app.get(PurgeNotificationsJob);
    // The job may run twice, and twice at once.
    await Promise.all([job.run({}), job.run({})]);
    await job.run({});
    const { notifications, unread_count } = await inbox(ann, '?limit=50');
    const kept = notifications.map(({ data, read_at }: any) => [data.days, read_at !== null]);
    expect(kept).toEqual([
      [1, true],
      [89, true],
      [91, false],
      [364, false],
    ]);
    expect(unread_count).toBe(2);
    expect(job.every).toMatch(/^\d+ \d+ \* \* \*$/);
  });
});

describe('the export of an account', () => {
  it('has its notifications and settings, without actors', async () => {
    const ann = await service.account();
    await react(ann.id, actors[0]);
    await ann.client.patch('/v1/notifications/settings', { settings: { tip: false } }).expect(200);
    const copyOf = ({ id }: Account) => written(service, service.app.get(NotificationsService).forExport(id));
    const copy = await copyOf(ann);
    expect(copy).toMatchObject({
      settings: { tip: false, follow: true },
      notifications: [{ type: 'reaction', about_kind: 'post', about_id: THING, actors_count: 1 }],
    });
    expect(JSON.stringify(copy)).not.toContain(actors[0]);
    const stranger = await service.account();
    expect(await copyOf(stranger)).toMatchObject({ notifications: [] });
  });
});
