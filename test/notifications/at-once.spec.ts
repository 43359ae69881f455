import { MentionsService } from '../../src/notifications/mentions.service.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';
import { TestService } from '../support/service.js';
import { inbox, inTransaction, miscounted, OTHER, people, post, THING } from './inbox.js';

let service: TestService;
let actors: string[];
beforeAll(async () => {
  service = await TestService.lease();
  actors = await people(service, 20);
});
afterAll(() => service.stop());
afterEach(async () => expect(await miscounted(service)).toEqual([]));

const notifications = () => service.app.get(NotificationsService);
const twenty = <T>(work: (actor: string, index: number) => Promise<T>) => Promise.all(actors.map(work));
const react = (user_id: string, actor_id: string, about = post()) =>
  inTransaction(service, async () => notifications().notify({ user_id, actor_id, type: 'reaction', about }));

describe('twenty at once', () => {
  it('from different actors are one row with twenty actors', async () => {
    const ann = await service.account();
    await twenty((actor) => react(ann.id, actor));
    const { notifications: groups, unread_count } = await inbox(ann);
    expect(groups).toMatchObject([{ actors_count: 20 }]);
    expect(groups[0].actors).toHaveLength(5);
    expect(unread_count).toBe(1);
    const { rows } = await service.database.query(
      `SELECT type, count(*)::int AS events FROM events.domain_events
       WHERE data->>'user_id' = $1 AND type LIKE 'notification.%' GROUP BY type ORDER BY type`,
      [ann.id],
    );
    expect(rows).toEqual([
      { type: 'notification.created', events: 1 },
      { type: 'notification.updated', events: 19 },
    ]);
  });

  it('from one actor are one row with one actor', async () => {
    const ann = await service.account();
    await twenty(() => react(ann.id, actors[0] as string));
    const { notifications: groups, unread_count } = await inbox(ann);
    expect(groups).toMatchObject([{ actors_count: 1, actors: [{ id: actors[0] }] }]);
    expect(unread_count).toBe(1);
  });

  it('about different things are twenty rows, and twenty unread', async () => {
    const ann = await service.account();
    await twenty((actor) => react(ann.id, actor, post(actor)));
    expect((await inbox(ann)).notifications).toHaveLength(20);
    expect((await inbox(ann)).unread_count).toBe(20);
  });

  it('while the owner marks as read: nothing is lost and nothing counted twice', async () => {
    const ann = await service.account();
    await twenty(async (actor, index) => {
      await react(ann.id, actor, post(index % 2 ? THING : OTHER));
      if (index % 3) return;
      await ann.client.post('/v1/notifications/read').expect(200);
    });
    const { notifications: groups, unread_count } = await inbox(ann, '?limit=50');
    expect(groups.filter(({ read_at }: any) => read_at === null)).toHaveLength(unread_count);
    const told = groups.reduce((sum: number, { actors_count }: any) => sum + actors_count, 0);
    expect(told).toBe(20);
    await ann.client.post('/v1/notifications/read').expect(200, { unread_count: 0 });
  });

  it('who undo and repeat their action do not remove the other actors', async () => {
    const ann = await service.account();
    await twenty((actor, index) =>
      inTransaction(service, async () => {
        const notice = { user_id: ann.id, actor_id: actor, type: 'reaction', about: post() } as const;
        notifications().notify(notice);
        if (index % 2) notifications().withdraw(notice);
      }),
    );
    expect((await inbox(ann)).notifications).toMatchObject([{ actors_count: 10 }]);
    await twenty((actor) =>
      inTransaction(service, async () =>
        notifications().withdraw({ user_id: ann.id, actor_id: actor, type: 'reaction', about: post() }),
      ),
    );
    expect(await inbox(ann)).toMatchObject({ notifications: [], unread_count: 0 });
  });

  it('who join a group while its thing is deleted are in no row or in a new one', async () => {
    const ann = await service.account();
    await twenty(async (actor, index) => {
      await react(ann.id, actor);
      if (index % 5 === 0) await inTransaction(service, async () => notifications().forget(post()));
    });
    const { notifications: groups, unread_count } = await inbox(ann);
    expect(groups).toHaveLength(unread_count);
    expect(unread_count).toBeLessThanOrEqual(1);
  });

  it('who join a group while their accounts are deleted are counted as long as they exist', async () => {
    const ann = await service.account();
    const leaving = await people(service, 20);
    for (const actor of leaving) await react(ann.id, actor);
    await Promise.all([
      ...leaving.map((id) => service.database.query('DELETE FROM account.users WHERE id = $1', [id])),
      ...actors.map((actor) => react(ann.id, actor)),
    ]);
    const { notifications: groups, unread_count } = await inbox(ann);
    expect(groups).toMatchObject([{ actors_count: 20 }]);
    expect(unread_count).toBe(1);
  });

  it('who mention the same users in different orders all reach them', async () => {
    const named = await Promise.all(['aaa', 'bbb', 'ccc'].map(async () => service.account()));
    for (const [index, { client }] of named.entries())
      await client.patch('/v1/users/me', { username: `named_${index}` }).expect(200);
    await twenty((actor, index) =>
      inTransaction(service, () => {
        const names = [0, 1, 2].map((at) => `@named_${(at + index) % 3}`);
        const text = (index % 2 ? names : names.reverse()).join(' ');
        return service.app.get(MentionsService).notify({ text, actor_id: actor, about: post(actor) });
      }),
    );
    for (const account of named) expect((await inbox(account)).unread_count).toBe(20);
  });

  it('that change different settings of one user all take effect', async () => {
    const { client } = await service.account();
    const types = ['follow', 'reaction', 'comment', 'reply'];
    await twenty((_, index) =>
      client.patch('/v1/notifications/settings', { settings: { [types[index % 4] as string]: index >= 16 } }),
    );
    await Promise.all(types.map((type) => client.patch('/v1/notifications/settings', { settings: { [type]: false } })));
    const { body } = await client.get('/v1/notifications/settings').expect(200);
    for (const type of types) expect(body.settings[type]).toBe(false);
    expect(body.settings.mention).toBe(true);
  });
});
