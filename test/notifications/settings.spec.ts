import { NOTIFICATION_TYPES, type NotificationType } from '../../src/notifications/notification-type.js';
import { type Account, TestService } from '../support/service.js';
import { inbox, notify, people, post } from './inbox.js';

let service: TestService;
let actor: string;
/** A user who never changes a setting. */
let content: Account;
const ALL_ON = Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, true]));
beforeAll(async () => {
  service = await TestService.lease();
  [actor] = (await people(service, 1)) as [string];
  content = await service.account();
  const { body } = await content.client.get('/v1/apps/available').expect(200);
  for (const { slug, uses } of body.apps) if (uses.includes('notifications')) ALL_ON[`app:${slug}`] = true;
});
afterAll(() => service.stop());

const tell = (user_id: string, type: NotificationType) =>
  notify(service, { user_id, actor_id: actor, type, about: post() });
const change = ({ client }: Account, settings: unknown) => client.patch('/v1/notifications/settings', { settings });

describe('the settings', () => {
  it('are all on by default', async () => {
    const { client } = await service.account();
    await client.get('/v1/notifications/settings').expect(200, { settings: ALL_ON });
  });

  it('are changed one by one, and back', async () => {
    const ann = await service.account();
    await change(ann, { follow: false, tip: false }).expect(200, {
      settings: { ...ALL_ON, follow: false, tip: false },
    });
    await change(ann, { tip: true, mention: false, reply: true }).expect(200);
    const settings = { ...ALL_ON, follow: false, mention: false };
    await ann.client.get('/v1/notifications/settings').expect(200, { settings });
    await change(ann, {}).expect(200, { settings });
    await content.client.get('/v1/notifications/settings').expect(200, { settings: ALL_ON });
  });

  it('ignore types that do not exist', async () => {
    const ann = await service.account();
    await change(ann, { weather: false, user_id: content.id, tip: false }).expect(200, {
      settings: { ...ALL_ON, tip: false },
    });
    const { rows } = await service.database.query('SELECT switched_off FROM notifications.inboxes WHERE user_id = $1', [
      ann.id,
    ]);
    expect(rows).toEqual([{ switched_off: ['tip'] }]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'settings'],
    ['null', null, 'settings'],
    ['a list', [{ tip: false }], 'settings'],
    ['a word', 'off', 'settings'],
    ['a word for a switch', { tip: 'false' }, 'settings.tip'],
    ['a number for a switch', { tip: 0 }, 'settings.tip'],
    ['null for a switch', { follow: false, tip: null }, 'settings.tip'],
    ['a list for a switch', { tip: [false] }, 'settings.tip'],
  ])('refuse %s', async (_, settings, field) => {
    const { body } = await change(content, settings).expect(400);
    expect(body).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect(new Set(body.details.map((fault: { field: string }) => fault.field))).toEqual(new Set([field]));
    await content.client.get('/v1/notifications/settings').expect(200, { settings: ALL_ON });
  });

  it('record a domain event for each change', async () => {
    const ann = await service.account();
    await change(ann, { tip: false }).expect(200);
    const { rows } = await service.database.query(
      `SELECT actor_id, data FROM events.domain_events WHERE type = 'notification.settings_changed' AND actor_id = $1`,
      [ann.id],
    );
    expect(rows).toEqual([{ actor_id: ann.id, data: { user_id: ann.id, settings: { tip: false } } }]);
  });
});

describe('a type that is switched off', () => {
  it.each([...NOTIFICATION_TYPES])('adds no notification: %s', async (type) => {
    const ann = await service.account();
    const other = type === 'follow' ? 'tip' : 'follow';
    await change(ann, { [type]: false }).expect(200);
    await tell(ann.id, type);
    await tell(ann.id, other);
    const { notifications, unread_count } = await inbox(ann);
    expect(notifications.map((one: { type: string }) => one.type)).toEqual([other]);
    expect(unread_count).toBe(1);
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS told FROM events.domain_events WHERE type = 'notification.created' AND data->>'user_id' = $1`,
      [ann.id],
    );
    expect(rows).toEqual([{ told: 1 }]);
  });

  it('adds notifications again once it is on; older ones stay', async () => {
    const ann = await service.account();
    await tell(ann.id, 'comment');
    await change(ann, { comment: false, reaction: false }).expect(200);
    await tell(ann.id, 'reaction');
    expect((await inbox(ann)).unread_count).toBe(1);
    await change(ann, { reaction: true }).expect(200);
    await tell(ann.id, 'reaction');
    expect((await inbox(ann)).unread_count).toBe(2);
  });
});
