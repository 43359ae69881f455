import { type Account, TestService } from '../support/service.js';
import { inbox, inTransaction, miscounted, notify, OTHER, people, post, THING } from './inbox.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';

let service: TestService;
let actors: string[];
beforeAll(async () => {
  service = await TestService.start();
  actors = await people(service, 30);
});
afterAll(() => service.stop());
afterEach(async () => expect(await miscounted(service)).toEqual([]));

const TIME = expect.stringMatching(/^\d{4}-.*Z$/);
const NOT_AUTHENTICATED = { error: 'Not authenticated' };

/** A notification of one reaction to the post. */
const reaction = (user_id: string, actor_id: string, id = THING, data?: object) =>
  notify(service, { user_id, actor_id, type: 'reaction', about: post(id), data });

async function events(userId: string): Promise<{ type: string; actor_id: string; data: any }[]> {
  const { rows } = await service.database.query(
    `SELECT type, actor_id, data FROM events.domain_events
     WHERE data->>'user_id' = $1 AND type LIKE 'notification.%' ORDER BY id`,
    [userId],
  );
  return rows;
}

describe('GET /v1/notifications', () => {
  it('shows the actors, the type, the thing and the unread count', async () => {
    const ann = await service.account();
    const bob = await service.account();
    await bob.client
      .patch('/v1/users/me', {
        username: 'bob',
        first_name: 'Bob',
        last_name: 'B',
        avatar_url: 'https://b.io/b',
      })
      .expect(200);
    expect(await inbox(ann)).toEqual({ notifications: [], next_cursor: null, unread_count: 0 });
    await reaction(ann.id, bob.id, THING, { reaction: 'like' });
    expect(await inbox(ann)).toEqual({
      notifications: [
        {
          id: expect.stringMatching(/^[\da-f-]{36}$/),
          type: 'reaction',
          about: { kind: 'post', id: THING },
          actors: [{ id: bob.id, username: 'bob', first_name: 'Bob', last_name: 'B', avatar_url: 'https://b.io/b' }],
          actors_count: 1,
          data: { reaction: 'like' },
          read_at: null,
          created_at: TIME,
          updated_at: TIME,
        },
      ],
      next_cursor: null,
      unread_count: 1,
    });
    expect(await inbox(bob)).toMatchObject({ notifications: [], unread_count: 0 });
  });

  it('is visible to its owner only', async () => {
    const anyone = service.client();
    await anyone.get('/v1/notifications').expect(401, NOT_AUTHENTICATED);
    await anyone.get('/v1/notifications?limit=x').expect(401, NOT_AUTHENTICATED);
    await anyone.post('/v1/notifications/read').expect(401, NOT_AUTHENTICATED);
    await anyone.get('/v1/notifications/settings').expect(401, NOT_AUTHENTICATED);
    await anyone.patch('/v1/notifications/settings', { settings: 5 }).expect(401, NOT_AUTHENTICATED);
  });

  it('refuses a cursor of another list', async () => {
    const { client } = await service.account();
    await client.get('/v1/notifications?cursor=abc').expect(400, { error: 'Invalid cursor' });
    await client.get('/v1/notifications?cursor=').expect(400, { error: 'Invalid cursor' });
  });

  it('shows 20 by default, and at most 50', async () => {
    const ann = await service.account();
    await service.database.query(
      `INSERT INTO notifications.notifications (user_id, type, about_kind, about_id)
       SELECT $1, 'tip', 'tip', gen_random_uuid() FROM generate_series(1, 51)`,
      [ann.id],
    );
    const plain = await inbox(ann);
    expect(plain.notifications).toHaveLength(20);
    expect(plain).toMatchObject({ next_cursor: expect.any(String), unread_count: 51 });
    expect((await inbox(ann, '?limit=1000')).notifications).toHaveLength(50);
  });

  it('shows three hundred of one millisecond once each, while others are added and removed', async () => {
    const ann = await service.account();
    const { rows } = await service.database.query(
      `INSERT INTO notifications.notifications (user_id, type, about_kind, about_id, updated_at)
       SELECT $1, 'tip', 'tip', gen_random_uuid(), '2026-01-01T00:00:00.123Z' FROM generate_series(1, 300)
       RETURNING id`,
      [ann.id],
    );
    const found: string[] = [];
    let query = '?limit=7';
    for (;;) {
      const page = await inbox(ann, query);
      found.push(...page.notifications.map(({ id }: { id: string }) => id));
      if (!page.next_cursor) break;
      await reaction(ann.id, actors[0] as string, found.length % 2 ? THING : OTHER);
      // The last one seen is deleted: the next page still begins at its position.
      await service.database.query('DELETE FROM notifications.notifications WHERE id = $1', [found.at(-1)]);
      query = `?limit=7&cursor=${page.next_cursor}`;
    }
    expect(found).toHaveLength(300);
    expect([...found].sort()).toEqual(rows.map(({ id }) => id).sort());
  });
});

describe('a group', () => {
  it('is one row with its five newest actors, and the number of different actors', async () => {
    const ann = await service.account();
    for (const actor of actors.slice(0, 7)) await reaction(ann.id, actor);
    const { notifications, unread_count } = await inbox(ann);
    expect(unread_count).toBe(1);
    expect(notifications).toHaveLength(1);
    const [group] = notifications;
    expect(group.actors_count).toBe(7);
    expect(group.actors.map(({ id }: { id: string }) => id)).toEqual(actors.slice(2, 7).reverse());
    expect(Date.parse(group.updated_at)).toBeGreaterThanOrEqual(Date.parse(group.created_at));
  });

  it('counts one actor once, and moves that actor and the newest data to the front', async () => {
    const ann = await service.account();
    const [one, two] = actors as [string, string];
    await reaction(ann.id, one, THING, { reaction: 'like' });
    await reaction(ann.id, two, THING, { reaction: 'sad' });
    await reaction(ann.id, one, THING, { reaction: 'love' });
    const [group] = (await inbox(ann)).notifications;
    expect(group).toMatchObject({ actors_count: 2, data: { reaction: 'love' } });
    expect(group.actors.map(({ id }: { id: string }) => id)).toEqual([one, two]);
  });

  it('has one type and one thing; new activity moves it to the top', async () => {
    const ann = await service.account();
    const [actor, late] = actors as [string, string];
    await reaction(ann.id, actor, THING);
    await reaction(ann.id, actor, OTHER);
    await notify(service, { user_id: ann.id, actor_id: actor, type: 'comment', about: post() });
    await notify(service, {
      user_id: ann.id,
      actor_id: actor,
      type: 'comment',
      about: { kind: 'x', id: THING },
    });
    await reaction(ann.id, late, THING);
    const { notifications, unread_count } = await inbox(ann);
    expect(unread_count).toBe(4);
    const said = notifications.map(({ type, about }: any) => `${type} ${about.kind} ${about.id === THING}`);
    expect(said).toEqual(['reaction post true', 'comment x true', 'comment post true', 'reaction post false']);
  });

  it('ends when it is read: later activity starts a new one', async () => {
    const ann = await service.account();
    await reaction(ann.id, actors[0] as string);
    await ann.client.post('/v1/notifications/read').expect(200, { unread_count: 0 });
    await reaction(ann.id, actors[0] as string);
    const { notifications, unread_count } = await inbox(ann);
    expect(unread_count).toBe(1);
    expect(notifications.map(({ read_at }: any) => read_at)).toEqual([null, TIME]);
  });

  it('without an actor has no actors', async () => {
    const ann = await service.account();
    const notice = { user_id: ann.id, actor_id: null, type: 'export_ready', about: post() } as const;
    await notify(service, notice);
    await notify(service, notice);
    const { notifications } = await inbox(ann);
    expect(notifications).toMatchObject([{ type: 'export_ready', actors: [], actors_count: 0, data: {} }]);
  });
});

describe('notifying', () => {
  it('records domain events: created, then updated', async () => {
    const ann = await service.account();
    const [one, two] = actors as [string, string];
    await reaction(ann.id, one);
    await reaction(ann.id, two);
    const [{ id }] = (await inbox(ann)).notifications;
    const data = { id, user_id: ann.id, type: 'reaction', about: post() };
    expect(await events(ann.id)).toEqual([
      { type: 'notification.created', actor_id: one, data },
      { type: 'notification.updated', actor_id: two, data },
    ]);
  });

  it('does nothing if the actor is the recipient', async () => {
    const ann = await service.account();
    await reaction(ann.id, ann.id);
    expect((await inbox(ann)).notifications).toEqual([]);
    expect(await events(ann.id)).toEqual([]);
  });

  it('is rolled back with its transaction, and needs one', async () => {
    const ann = await service.account();
    const notice = { user_id: ann.id, actor_id: actors[0] as string, type: 'tip', about: post() } as const;
    const failed = inTransaction(service, async () => {
      await service.app.get(NotificationsService).notify(notice);
      throw new Error('the tip failed');
    });
    await expect(failed).rejects.toThrow('the tip failed');
    expect(() => service.app.get(NotificationsService).notify(notice)).toThrow('outside a transaction');
    expect(await inbox(ann)).toMatchObject({ notifications: [], unread_count: 0 });
  });

  it('does not fail if the recipient is deleted', async () => {
    await reaction(THING, actors[0] as string);
    expect(await events(THING)).toEqual([]);
  });

  it('keeps data byte for byte', async () => {
    const ann = await service.account();
    const data = { excerpt: `'; DROP TABLE x; -- "\\ 👩‍👩‍👧 مرحبا ${'x'.repeat(5000)}` };
    await reaction(ann.id, actors[0] as string, THING, data);
    expect((await inbox(ann)).notifications[0].data).toEqual(data);
  });
});

describe('POST /v1/notifications/read', () => {
  const three = async (): Promise<[Account, string[]]> => {
    const ann = await service.account();
    for (const id of [THING, OTHER, ann.id]) await reaction(ann.id, actors[0] as string, id);
    return [ann, (await inbox(ann)).notifications.map(({ id }: { id: string }) => id)];
  };

  it('marks the given ones; repeating it has no effect', async () => {
    const [ann, [first, second, third]] = await three();
    for (let again = 0; again < 2; again++)
      await ann.client.post('/v1/notifications/read', { ids: [first, third] }).expect(200, { unread_count: 1 });
    const { notifications } = await inbox(ann);
    const unread = notifications.filter(({ read_at }: any) => read_at === null);
    expect(unread.map(({ id }: any) => id)).toEqual([second]);
    expect((await events(ann.id)).filter(({ type }) => type === 'notification.read')).toEqual([
      {
        type: 'notification.read',
        actor_id: ann.id,
        data: { user_id: ann.id, ids: [first, third], unread_count: 1 },
      },
    ]);
  });

  it('without ids marks all; with an empty list, none', async () => {
    const [ann] = await three();
    await ann.client.post('/v1/notifications/read', { ids: [] }).expect(200, { unread_count: 3 });
    await ann.client.post('/v1/notifications/read', {}).expect(200, { unread_count: 0 });
    expect((await inbox(ann)).notifications.map(({ read_at }: any) => read_at)).toEqual([TIME, TIME, TIME]);
  });

  it("does not touch another user's", async () => {
    const [ann, ids] = await three();
    const [bob] = await three();
    await bob.client.post('/v1/notifications/read', { ids }).expect(200, { unread_count: 3 });
    expect((await inbox(ann)).unread_count).toBe(3);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a word', 'all'],
    ['one id', THING],
    ['words', ['all']],
    ['numbers', [1]],
    ['null in a list', [null]],
    ['501 of them', Array(501).fill(THING)],
  ])('refuses %s for the ids', async (_, ids) => {
    const [ann] = await three();
    const { body } = await ann.client.post('/v1/notifications/read', { ids }).expect(400);
    expect(body).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect(body.details[0].field).toBe('ids');
    expect((await inbox(ann)).unread_count).toBe(3);
  });

  it('accepts 500 ids', async () => {
    const [ann, ids] = await three();
    const many = [...ids, ...Array<string>(497).fill(OTHER)];
    await ann.client.post('/v1/notifications/read', { ids: many }).expect(200, { unread_count: 0 });
  });
});
