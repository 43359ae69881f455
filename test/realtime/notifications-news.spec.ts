import { NOTIFICATION_TYPES } from '../../src/notifications/notification-type.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { atOnce } from '../account/at-once.js';
import { AppNotificationsService } from '../../src/notifications/app-notifications.service.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';
import { person, type Person, UNKNOWN } from '../social/people.js';
import { block, comment, publish, react } from '../social/posting.js';
import type { RealtimeClient } from '../support/realtime-client.js';
import { PASSWORD, TestService } from '../support/service.js';
import { all, heard, listen, listenFrom, written } from './listening.js';

const TYPES = ['notification.created', 'notification.read'];

let service: TestService;
let ann: Person;
let bob: Person;
let own: RealtimeClient;
let other: RealtimeClient;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
  [own, other] = [await listen(service, ann), await listen(service, bob)];
});
afterEach(async () => {
  await own.close();
  await other.close();
});
afterAll(() => service.stop());

const inbox = async () => {
  const { body, headers } = await ann.client.get('/v1/notifications').expect(200);
  return { ...body, position: headers['x-realtime-position'] as string };
};
const read = (body: object) => ann.client.post('/v1/notifications/read', body).expect(200);
const created = () => own.of('notification.created').map(({ data }) => data);

describe('notification.created', () => {
  it('has the same data as the list, and goes to the recipient', async () => {
    const post = await publish(ann);
    const said = await comment(bob, post);
    const event = await own.event('notification.created');
    const { notifications, unread_count } = await inbox();
    expect(notifications[0]).toMatchObject({ type: 'comment', data: { comment_id: said.id } });
    expect(heard(event)).toEqual({
      type: 'notification.created',
      stream: `user:${ann.id}`,
      actor_id: bob.id,
      data: { notification: notifications[0], unread_count },
    });
    expect(await all(other, ...TYPES)).toEqual([]);
  });

  it('is sent again with the new state when an actor joins the group', async () => {
    const post = await publish(ann);
    const people = await Promise.all([1, 2, 3].map(() => person(service)));
    for (const one of people) await react(one, post).expect(201);
    await comment(people[0] as Person, post);
    await own.settled();
    expect(created().map(({ notification: { actors_count }, unread_count }) => [actors_count, unread_count])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [1, 2],
    ]);
    expect(created()[2].notification.actors.map(({ id }: Person) => id)).toEqual(people.map(({ id }) => id).reverse());
    expect((await inbox()).notifications).toEqual([created()[3].notification, created()[2].notification]);
  });

  it('has the right count when many arrive at once', async () => {
    const post = await publish(ann);
    const people = await Promise.all(Array.from({ length: 20 }, () => person(service)));
    await atOnce(20, (n) => react(people[n] as Person, post));
    await own.settled();
    expect(created().map(({ notification }) => notification.actors_count)).toEqual(people.map((_, n) => n + 1));
    // Actors of one transaction act in the same moment, and have no order.
    const unordered = ({ actors, ...rest }: any) => ({ ...rest, actors: actors.length });
    expect((await inbox()).notifications.map(unordered)).toEqual([unordered(created().at(-1).notification)]);
  });

  it('is not sent for a type that is switched off, even if an older one is unread', async () => {
    const post = await publish(ann);
    await react(bob, post).expect(201);
    await ann.client.patch('/v1/notifications/settings', { settings: { reaction: false } }).expect(200);
    await react(await person(service), post).expect(201);
    await own.settled();
    expect(created()).toHaveLength(1);
  });

  it('is not sent for own actions, across a block, nor after a rollback', async () => {
    const post = await publish(ann);
    await react(ann, post).expect(201);
    await react(bob, { id: UNKNOWN }).expect(404);
    await block(ann, bob);
    await bob.client.post(`/v1/posts/${post.id}/comments`, { content: 'x' }).expect(403);
    const undone = service.app.get(DatabaseService).transaction(async () => {
      const about = { kind: 'post', id: post.id };
      service.app.get(NotificationsService).notify({ user_id: ann.id, actor_id: bob.id, type: 'mention', about });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await all(own, ...TYPES)).toEqual([]);
  });

  it('is sent for every type, also without an actor', async () => {
    for (const type of NOTIFICATION_TYPES) {
      await service.app.get(DatabaseService).transaction(async () => {
        const about = { kind: 'user', id: ann.id };
        service.app.get(NotificationsService).notify({ user_id: ann.id, actor_id: null, type, about });
      });
    }
    await own.settled();
    expect(created().map(({ notification }) => notification.type)).toEqual([...NOTIFICATION_TYPES]);
    expect(created().at(-1)).toMatchObject({ notification: { actors: [], actors_count: 0 } });
  });
});

describe('notification.created of an app', () => {
  it('is sent to each of many recipients, with the count of each inbox', async () => {
    await service.app.get(DatabaseService).transaction(async () => {
      const notice = { type: 'courses.lesson_added', title: 'New lesson', body: 'Knives' } as const;
      service.app.get(AppNotificationsService).notifyMany([ann.id, bob.id], { ...notice, data: { lesson: 7 } });
    });
    await own.settled();
    const { notifications, unread_count } = await inbox();
    expect(created()).toEqual([{ notification: notifications[0], unread_count }]);
    expect(notifications[0].data).toEqual({ title: 'New lesson', body: 'Knives', lesson: 7 });
  });
});

describe('notification.read', () => {
  const two = async () => {
    for (const post of [await publish(ann), await publish(ann)]) await react(bob, post).expect(201);
    return (await inbox()).notifications.map(({ id }: { id: string }) => id) as string[];
  };
  const reads = () => own.of('notification.read').map(({ data }) => data);

  it('has the ids that were unread, and is not sent again', async () => {
    const [first = '', second] = await two();
    for (let again = 0; again < 2; again++) await read({ ids: [first.toUpperCase(), UNKNOWN] });
    await read({ ids: [second, first] });
    await read({ ids: [] });
    await own.settled();
    expect(reads()).toEqual([
      { ids: [first], unread_count: 1 },
      { ids: [second], unread_count: 0 },
    ]);
    expect(await all(other, ...TYPES)).toEqual([]);
  });

  it('has no ids if all were read', async () => {
    await two();
    await read({});
    await read({});
    await own.settled();
    expect(reads()).toEqual([{ ids: null, unread_count: 0 }]);
  });
});

describe('an action that is undone', () => {
  const news = (type: string) => own.of(type).map(({ data }) => data);

  it('is shown without its actor, and removed with the last actor', async () => {
    const [post, dan] = [await publish(ann), await service.account()];
    const one = await person(service);
    for (const who of [bob, one, dan]) await react(who, post).expect(201);
    const [{ id }] = (await inbox()).notifications;
    await bob.client.delete(`/v1/posts/${post.id}/reactions`).expect(200);
    await own.event('notification.updated');
    const left = await inbox();
    expect(left.notifications[0]).toMatchObject({ id, actors_count: 2 });
    expect(news('notification.updated')).toEqual([{ notification: left.notifications[0], unread_count: 1 }]);
    await written(service, ann);
    await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await own.event('notification.updated', ({ data }) => data.notification.actors_count === 1);
    await one.client.delete(`/v1/posts/${post.id}/reactions`).expect(200);
    const { seq, data } = await own.event('notification.removed');
    expect([seq, data]).toEqual([undefined, { ids: [id], unread_count: 0 }]);
    expect(await inbox()).toMatchObject({ notifications: [], unread_count: 0 });
    expect(news('notification.removed')).toHaveLength(1);
    expect([...other.of('notification.removed'), ...other.of('notification.updated')]).toEqual([]);
  });

  it('is removed with its post and with its comment, also if it was read', async () => {
    const [post, kept, dan] = [await publish(bob), await publish(ann), await service.account()];
    const hers = await comment(ann, post);
    await comment(bob, post, 'Why?', hers.id);
    await react(bob, kept).expect(201);
    const said = await comment(dan, kept, 'Hm');
    await comment(dan, kept, 'Hm, hm');
    await own.settled();
    const ids = (type: string) => created().find(({ notification }) => notification.type === type)?.notification.id;
    await read({ ids: [ids('reaction')] });
    await dan.client.delete(`/v1/comments/${said.id}`).expect(200);
    await own.settled();
    // The newest actor of the group is another one now.
    expect([...news('notification.removed'), ...news('notification.updated')]).toEqual([]);
    await bob.client.delete(`/v1/posts/${post.id}`).expect(200);
    expect((await own.event('notification.removed')).data).toEqual({ ids: [ids('reply')], unread_count: 1 });
    await bob.client.delete(`/v1/posts/${kept.id}/reactions`).expect(200);
    await own.event('notification.removed', ({ data }) => data.ids[0] === ids('reaction') && data.unread_count === 1);
    await written(service, ann);
    await dan.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await own.event('notification.removed', ({ data }) => data.ids[0] === ids('comment') && data.unread_count === 0);
  });

  it('sends no query if nothing was touched, and nothing after a rollback', async () => {
    const post = await publish(ann);
    await react(bob, post).expect(201);
    await own.event('notification.created');
    await ann.client.delete(`/v1/posts/${post.id}/reactions`).expect(200);
    const undone = service.app.get(DatabaseService).transaction(async () => {
      service.app.get(NotificationsService).forget({ kind: 'post', id: post.id });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await own.settled();
    expect([...news('notification.removed'), ...news('notification.updated')]).toEqual([]);
  });
});

it('the list has the position to continue from', async () => {
  const post = await publish(ann);
  await react(bob, post).expect(201);
  const { position, unread_count } = await inbox();
  expect(position).toMatch(new RegExp(`^user:${ann.id};[\\w-]+;1$`));
  expect(unread_count).toBe(1);
  await comment(bob, post);
  await read({});
  const again = await listenFrom(service, ann, position);
  await again.event('notification.read');
  expect(again.events.map(({ type }) => type)).toEqual(TYPES);
  await again.close();
});
