import { Injectable } from '@nestjs/common';
import { MailboxService } from '../../src/mail/mailbox.service.js';
import { type AppNotice, AppNotificationsService } from '../../src/notifications/app-notifications.service.js';
import { NotifyingAppsList } from '../../src/notifications/notification-type.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import { atOnce } from '../account/at-once.js';
import { Client } from '../support/client.js';
import { Contract } from '../support/contract.js';
import { lockedOut } from '../social/people.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';
import { miscounted, post, THING } from './inbox.js';

@Injectable()
class Apps extends NotifyingAppsList {
  slugs(): string[] {
    return ['courses', 'live-sessions'];
  }
}

let service: FixtureService;
let contract: Contract;
beforeAll(async () => {
  service = await FixtureService.start({ providers: [Apps] });
  contract = new Contract(service.app.get(OpenApiService).document());
});
afterAll(() => service.stop());
afterEach(async () => expect(await miscounted(service)).toEqual([]));

interface Person {
  id: string;
  client: Client;
}

async function person(): Promise<Person> {
  const headers = await service.bearer();
  const client = new Client(service.url, headers, contract);
  return { id: (await client.get('/v1/users/me').expect(200)).body.user.id, client };
}
const inbox = async ({ client }: Person) => (await client.get('/v1/notifications').expect(200)).body;
const inTransaction = <T>(work: () => Promise<T>) => service.app.get(DatabaseService).transaction(work);
const tell = (users: string[], notice: Partial<AppNotice> = {}) =>
  inTransaction(async () =>
    service.app.get(AppNotificationsService).notifyMany(users, {
      type: 'courses.enrolled',
      title: 'New student',
      body: 'Bob joined Cooking',
      ...notice,
    }),
  );
const switches = (one: Person, settings: unknown) => one.client.patch('/v1/notifications/settings', { settings });
async function events(type: string, userId: string) {
  const { rows } = await service.database.query(
    `SELECT actor_id, data FROM events.domain_events WHERE type = $1 AND data->>'user_id' = $2 ORDER BY id`,
    [type, userId],
  );
  return rows;
}

describe('notifications of apps', () => {
  it('are not grouped, have a type of their own and record a domain event of that type', async () => {
    const [ann, bob] = [await person(), await person()];
    await bob.client.patch('/v1/users/me', { username: 'bob' }).expect(200);
    await inTransaction(async () =>
      service.app.get(AppNotificationsService).notify(ann.id, {
        type: 'courses.enrolled',
        title: 'New student',
        body: 'Bob joined Cooking',
        data: { course_id: THING, title: 'not this one' },
        actor_id: bob.id,
      }),
    );
    await tell([ann.id]);
    await tell([ann.id]);
    const { notifications, unread_count } = await inbox(ann);
    expect(unread_count).toBe(3);
    const [, , first] = notifications;
    expect(first).toEqual({
      id: expect.any(String),
      type: 'courses.enrolled',
      about: { kind: 'app', id: first.id },
      actors: [expect.objectContaining({ id: bob.id, username: 'bob' })],
      actors_count: 1,
      data: { title: 'New student', body: 'Bob joined Cooking', course_id: THING },
      read_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(notifications[0]).toMatchObject({ actors: [], actors_count: 0 });
    expect((await events('courses.enrolled', ann.id))[0]).toEqual({
      actor_id: bob.id,
      data: { ...first.data, user_id: ann.id, notification_id: first.id },
    });
    await ann.client.post('/v1/notifications/read', { ids: [first.id] }).expect(200, { unread_count: 2 });
  });

  it('reach many users with one statement, each once, and not the actor', async () => {
    const people = await Promise.all([person(), person(), person()]);
    const [ann, bob, cat] = people as [Person, Person, Person];
    await tell([ann.id, bob.id, ann.id, cat.id, THING], { actor_id: cat.id });
    await tell([], {});
    for (const { client } of [ann, bob]) {
      const { body } = await client.get('/v1/notifications').expect(200);
      expect(body).toMatchObject({ notifications: [{ actors: [{ id: cat.id }] }], unread_count: 1 });
    }
    expect((await inbox(cat)).notifications).toEqual([]);
    expect(await events('courses.enrolled', THING)).toEqual([]);
  });

  it('twenty at once are twenty rows, also with the same recipients in another order', async () => {
    const people = await Promise.all([person(), person(), person()]);
    const ids = people.map(({ id }) => id);
    await atOnce(20, (index) => tell(index % 2 ? ids : [...ids].reverse()));
    for (const one of people) expect((await inbox(one)).unread_count).toBe(20);
  });

  it('are rolled back with their transaction; a type without its app is a fault', async () => {
    const ann = await person();
    const failed = inTransaction(async () => {
      service.app.get(AppNotificationsService).notify(ann.id, { type: 'courses.x', title: 't', body: 'b' });
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await inbox(ann)).toMatchObject({ notifications: [], unread_count: 0 });
    expect(await events('courses.x', ann.id)).toEqual([]);
    for (const type of ['.enrolled', 'courses.', 'Courses.x', 'courses.new order'] as AppNotice['type'][])
      await expect(tell([ann.id], { type })).rejects.toThrow('no type of a notification');
  });

  it('are deleted with the account of the actor, and stay if there was no actor', async () => {
    const [ann, bob] = [await person(), await person()];
    await tell([ann.id], { actor_id: bob.id });
    await tell([ann.id]);
    await service.database.query('DELETE FROM account.users WHERE id = $1', [bob.id]);
    expect(await inbox(ann)).toMatchObject({ notifications: [{ actors: [] }], unread_count: 1 });
    await tell([ann.id], { actor_id: bob.id });
    expect(await inbox(ann)).toMatchObject({ notifications: [{ actors_count: 0 }, {}], unread_count: 2 });
  });

  it('reach the other recipients while the account of one of them is deleted', async () => {
    const [ann, bob, cat] = [await person(), await person(), await person()];
    const other = await service.database.connect();
    await other.query('BEGIN');
    await other.query('DELETE FROM account.users WHERE id = ANY ($1::uuid[])', [[ann.id, cat.id]]);
    const telling = tell([ann.id, bob.id], { actor_id: cat.id });
    await lockedOut(service);
    await other.query('COMMIT');
    other.release();
    await telling;
    expect(await inbox(bob)).toMatchObject({ notifications: [{ actors: [] }], unread_count: 1 });
    expect(await events('courses.enrolled', ann.id)).toEqual([]);
  });
});

describe('the setting of an app', () => {
  it('is listed with the others, and switches off that app only', async () => {
    const ann = await person();
    const { body } = await ann.client.get('/v1/notifications/settings').expect(200);
    expect(body.settings).toMatchObject({ follow: true, 'app:courses': true, 'app:live-sessions': true });
    await switches(ann, { 'app:courses': false, tip: false }).expect(200, {
      settings: { ...body.settings, 'app:courses': false, tip: false },
    });
    await tell([ann.id]);
    await tell([ann.id], { type: 'live-sessions.starting' });
    await inTransaction(async () =>
      service.app
        .get(NotificationsService)
        .notify({ user_id: ann.id, actor_id: null, type: 'export_ready', about: post() }),
    );
    expect((await inbox(ann)).notifications.map(({ type }: { type: string }) => type).sort()).toEqual([
      'export_ready',
      'live-sessions.starting',
    ]);
    // Workflows receive the domain event all the same.
    expect(await events('courses.enrolled', ann.id)).toEqual([
      { actor_id: null, data: expect.objectContaining({ user_id: ann.id, notification_id: null }) },
    ]);
    await switches(ann, { 'app:courses': true }).expect(200);
    await tell([ann.id]);
    expect((await inbox(ann)).unread_count).toBe(3);
  });

  it.each<[string, object, string[]]>([
    ['an app that there is not', { 'app:weather': false }, ['settings.app:weather']],
    ['an app without a name', { 'app:': true }, ['settings.app:']],
    ['a word for a switch', { 'app:courses': 'off' }, ['settings.app:courses']],
    ['several faults', { 'app:courses': null, tip: 1, follow: false }, ['settings.app:courses', 'settings.tip']],
  ])('refuses %s, and changes nothing', async (_, settings, fields) => {
    const ann = await person();
    const { body } = await switches(ann, settings).expect(400);
    expect(body).toEqual({ error: 'Validation error', details: expect.any(Array) });
    expect(body.details.map(({ field }: { field: string }) => field)).toEqual(fields);
    const { body: now } = await ann.client.get('/v1/notifications/settings').expect(200);
    expect(Object.values(now.settings)).not.toContain(false);
  });
});

describe('an address without an account', () => {
  it('gets a mail; the data of the queued job is encrypted', async () => {
    const link = 'https://example.com/pay/secret-token?a=1&b=2';
    await inTransaction(async () => {
      await service.app.get(AppNotificationsService).notifyAddress('client@example.com', {
        type: 'invoicing.sent',
        title: 'Invoice 7\r\nBcc: x@example.com',
        body: 'Two lines\n\n<b>of</b> text',
        link,
      });
    });
    const mail = await eventually(async () => {
      const found = (await service.app.get(MailboxService).list()).find(({ to }) => to === 'client@example.com');
      if (!found) throw new Error('no mail yet');
      return found;
    });
    expect(mail.subject).toBe('Invoice 7 Bcc: x@example.com');
    expect(mail.text).toContain(`Two lines\n\n<b>of</b> text\n\nOpen:\n${link}`);
    expect(mail.html).toContain('&lt;b&gt;of&lt;/b&gt; text');
    const { rows } = await service.database.query(
      `SELECT (SELECT json_agg(data) FROM jobs.job WHERE name = 'mail.send')::text AS jobs,
         (SELECT json_agg(data) FROM events.domain_events WHERE type = 'invoicing.sent')::text AS events`,
    );
    expect(rows[0].jobs).not.toContain('secret-token');
    expect(rows[0].jobs).not.toContain('client@example.com');
    expect(JSON.parse(rows[0].events)).toEqual([{ title: 'Invoice 7\r\nBcc: x@example.com' }]);
  });

  it('gets nothing if the transaction is rolled back', async () => {
    const failed = inTransaction(async () => {
      const letter = { type: 'invoicing.sent', title: 't', body: 'b' } as const;
      await service.app.get(AppNotificationsService).notifyAddress('nobody@example.com', letter);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS events FROM events.domain_events WHERE type = 'invoicing.sent'`,
    );
    expect(rows).toEqual([{ events: 1 }]);
  });
});
