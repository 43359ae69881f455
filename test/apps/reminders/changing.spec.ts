import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { DAY, HOUR, inFuture, Scene, wall, wallAfter } from './scene.js';

let scene: Scene;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  scene = await Scene.start();
  [ann, bob] = await Promise.all([scene.user(), scene.user()]);
});
afterAll(() => scene.stop());

const call = (action: string, body: object) => scene.call(ann, action, body);
const refused = (action: string, body: object, status: number, error: string) =>
  call(action, body).expect(status, { error });

describe('update-reminder', () => {
  it('with another time opens another one; history stays', async () => {
    const at = wall(DAY);
    const { id } = await scene.create(ann, { at, rrule: 'FREQ=DAILY', alerts: [0, 10] });
    await call('complete-reminder', { reminder_id: id }).expect(200);
    await call('skip-occurrence', { reminder_id: id, scheduled_local: wallAfter(at, 5) }).expect(200);
    const moved = await call('update-reminder', {
      reminder_id: id,
      at: wallAfter(at, 3),
      timezone: 'Europe/Paris',
    }).expect(200);
    expect(moved.body.occurrence.scheduled_local).toBe(wallAfter(at, 3));
    expect(moved.body.reminder).toMatchObject({ exdates: [wallAfter(at, 5)], done_count: 1 });
    const weekly = await call('update-reminder', {
      reminder_id: id,
      rrule: 'FREQ=WEEKLY',
      at,
      timezone: 'UTC',
    }).expect(200);
    // What is done with already does not come again.
    expect(weekly.body.occurrence.scheduled_local).toBe(wallAfter(at, 7));
    expect(weekly.body.reminder).toMatchObject({ exdates: [], rrule: 'FREQ=WEEKLY' });
    const { history } = await scene.get(ann, id);
    expect(history.map(({ status }: { status: string }) => status)).toEqual(['completed']);
    const once = await call('update-reminder', { reminder_id: id, rrule: null }).expect(200);
    expect(once.body).toMatchObject({
      reminder: { rrule: null, start_local: wallAfter(at, 7) },
      occurrence: { id: weekly.body.occurrence.id },
    });
  });

  it('changes and clears the rest, and leaves the open one be', async () => {
    const { id } = await scene.create(ann, { at: wall(DAY), notes: 'x', tags: ['a'], nag_minutes: 5 });
    const before = (await scene.get(ann, id)).occurrence;
    const { body } = await call('update-reminder', {
      reminder_id: id,
      title: 'Coffee',
      notes: null,
      tags: null,
      nag_minutes: null,
      alerts: [30],
      priority: 'low',
      subject: { app: 'events', type: 'event', id },
    }).expect(200);
    expect(body.reminder).toMatchObject({
      title: 'Coffee',
      notes: null,
      tags: [],
      nag_minutes: null,
      priority: 'low',
    });
    expect(body.reminder.subject).toEqual({ app: 'events', type: 'event', id });
    expect(body.occurrence.id).toBe(before.id);
    const waiting = await scene.query<{ fire_at: Date }>(
      'SELECT fire_at FROM ext_reminders.deliveries WHERE occurrence_id = $1 AND dropped_at IS NULL',
      [before.id],
    );
    expect(waiting.map(({ fire_at }) => Date.parse(before.due_at) - +fire_at)).toEqual([30 * 60_000]);
    const cleared = await call('update-reminder', { reminder_id: id, subject: null }).expect(200);
    expect(cleared.body.reminder.subject).toBeNull();
    await refused('update-reminder', { reminder_id: id, at: wall(-HOUR) }, 400, 'Reminder time is in the past');
    await refused('update-reminder', { reminder_id: id, at: wall(HOUR), date: '2097-01-01' }, 400, 'Give at or date');
    await refused('update-reminder', { reminder_id: id, timezone: 'Nowhere' }, 400, 'Unknown time zone');
    for (const wrong of [{ title: null }, { request_key: 'x' }, { status: 'done' }, { rrule: 'nonsense' }])
      await call('update-reminder', { reminder_id: id, ...wrong }).expect(400);
  });

  it('pauses, goes on with the next one after now, and begins again what was done', async () => {
    const at = wall(HOUR);
    const { id } = await scene.create(ann, { at, rrule: 'FREQ=DAILY' });
    const paused = await call('update-reminder', { reminder_id: id, status: 'paused' }).expect(200);
    expect(paused.body.reminder.status).toBe('paused');
    await scene.travel(id, 2 * DAY + 2 * HOUR);
    await scene.tick();
    expect(await scene.told(ann, id)).toEqual([]);
    const active = await call('update-reminder', { reminder_id: id, status: 'active' }).expect(200);
    const next = Date.parse(active.body.occurrence.due_at) - Date.now();
    expect(next > 0 && next < DAY).toBe(true);
    expect((await scene.get(ann, id)).history).toEqual([]);

    const once = await scene.create(ann, { at });
    await call('complete-reminder', { reminder_id: once.id }).expect(200);
    const active_again = { reminder_id: once.id, status: 'active' };
    await refused('update-reminder', active_again, 400, 'Give at or date');
    await scene.travel(once.id, 2 * HOUR);
    await refused('update-reminder', active_again, 400, 'Give at or date');
    const past = { ...active_again, at: wall(-HOUR) };
    await refused('update-reminder', past, 400, 'Reminder time is in the past');
    const again = await call('update-reminder', {
      reminder_id: once.id,
      status: 'active',
      at: wall(DAY),
    }).expect(200);
    expect(again.body).toMatchObject({
      reminder: { status: 'active', done_count: 1 },
      occurrence: { status: 'upcoming' },
    });
    const ended = await scene.create(ann, { at, rrule: 'FREQ=DAILY;COUNT=1' });
    await call('complete-reminder', { reminder_id: ended.id }).expect(200);
    await refused(
      'update-reminder',
      { reminder_id: ended.id, status: 'active' },
      400,
      'Recurrence has no future occurrence',
    );
  });

  it('keeps to the limit when what is paused or done comes back, however many come at once', async () => {
    const user = await scene.user();
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await scene.create(user, { at: wall(DAY) })).id),
    );
    for (const reminder_id of ids)
      await scene.call(user, 'update-reminder', { reminder_id, status: 'paused' }).expect(200);
    await scene.query(
      `INSERT INTO ext_reminders.reminders (owner_id, title, start_local, timezone)
       SELECT $1, 'Many', now(), 'UTC' FROM generate_series(1, 1998)`,
      [user.id],
    );
    let at = 0;
    const back = await atOnce(12, () =>
      scene.call(user, 'update-reminder', { reminder_id: ids[at++], status: 'active' }),
    );
    expect(tally(back)).toEqual({ 200: 2, 409: 10 });
  });
});

describe('get, list, delete', () => {
  it('is nobody else’s', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR) });
    for (const action of ['get-reminder', 'update-reminder', 'delete-reminder', 'complete-reminder', 'skip-occurrence'])
      await scene.call(bob, action, { reminder_id: id }).expect(403, { error: 'Forbidden' });
    await refused('get-reminder', { reminder_id: randomUUID() }, 404, 'Reminder not found');
    await call('delete-reminder', { reminder_id: id }).expect(200, { message: 'Reminder deleted' });
    await refused('get-reminder', { reminder_id: id }, 404, 'Reminder not found');
    expect(await scene.query('SELECT FROM ext_reminders.occurrences WHERE reminder_id = $1', [id])).toEqual([]);
  });

  it('lists by view, by filter, and page by page', async () => {
    const user = await scene.user({ timezone: 'Pacific/Auckland' });
    const make = async (title: string, body: object) =>
      (await scene.create(user, { title, timezone: 'UTC', ...body })).id;
    const late = await make('late 100%', { at: wall(HOUR), priority: 'high' });
    const subject = { app: 'a', type: 'b', id: randomUUID() };
    await make('far', { at: wall(400 * DAY), tags: ['x', 'y'], notes: 'find me' });
    await make('near', { at: wall(5 * DAY), subject });
    const paused = await make('paused', { at: wall(DAY) });
    const [one, two] = [await make('done one', { at: wall(DAY) }), await make('done two', { at: wall(DAY) })];
    await scene.call(user, 'update-reminder', { reminder_id: paused, status: 'paused' }).expect(200);
    for (const reminder_id of [one, two]) await scene.call(user, 'complete-reminder', { reminder_id }).expect(200);
    await scene.travel(late, 2 * HOUR);
    const list = async (body: object) => (await scene.call(user, 'list-reminders', body).expect(200)).body;
    const titles = async (body: object) => (await list(body)).reminders.map((row: { title: string }) => row.title);
    expect(await titles({})).toEqual(['late 100%', 'near', 'far']);
    expect((await list({})).counts).toEqual({ overdue: 1, today: 1, active: 3 });
    expect(await titles({ view: 'overdue' })).toEqual(['late 100%']);
    expect(await titles({ view: 'today' })).toEqual(['late 100%']);
    expect(await titles({ view: 'upcoming' })).toEqual(['near', 'far']);
    expect(await titles({ view: 'paused' })).toEqual(['paused']);
    expect(await titles({ view: 'done' })).toEqual(['done two', 'done one']);
    expect(await titles({ tag: 'y' })).toEqual(['far']);
    expect(await titles({ priority: 'high' })).toEqual(['late 100%']);
    expect(await titles({ subject_id: subject.id })).toEqual(['near']);
    expect([await titles({ q: 'FIND' }), await titles({ q: '0%' }), await titles({ q: 'l_te' })]).toEqual([
      ['far'],
      ['late 100%'],
      [],
    ]);
    expect(await titles({ from: wall(4 * DAY).slice(0, 10) })).toEqual(['near', 'far']);
    const first = await list({ limit: 2 });
    expect(await titles({ cursor: first.next_cursor })).toEqual(['far']);
    const done = await list({ view: 'done', limit: 1 });
    expect(await titles({ view: 'done', cursor: done.next_cursor })).toEqual(['done one']);
    await scene.call(user, 'list-reminders', { view: 'done', cursor: first.next_cursor }).expect(400);
    await scene.call(user, 'list-reminders', { limit: 0 }).expect(400);
    const snoozed = await scene.call(user, 'snooze-reminder', { reminder_id: late, minutes: 43_200 }).expect(200);
    expect(snoozed.body.occurrence.status).toBe('snoozed');
    expect((await list({})).counts).toEqual({ overdue: 0, today: 0, active: 3 });
  });

  it('expands what repeats to a row for each time', async () => {
    const user = await scene.user();
    const at = wall(DAY);
    const { id } = await scene.create(user, { title: 'daily', at, rrule: 'FREQ=DAILY' });
    await scene.create(user, { title: 'once', at: wallAfter(at, 1) });
    await scene.call(user, 'complete-reminder', { reminder_id: id }).expect(200);
    await scene.call(user, 'skip-occurrence', { reminder_id: id, scheduled_local: wallAfter(at, 2) }).expect(200);
    const list = async (body: object) => (await scene.call(user, 'list-reminders', body).expect(200)).body;
    const { reminders, next_cursor } = await list({
      from: at.slice(0, 10),
      to: wallAfter(at, 3).slice(0, 10),
    });
    expect(next_cursor).toBeNull();
    type Row = { title: string; occurrence: { scheduled_local: string; status: string; id: string | null } };
    expect(
      reminders.map(({ title, occurrence }: Row) => [title, occurrence.scheduled_local, occurrence.status]),
    ).toEqual([
      ['daily', at, 'completed'],
      ['once', wallAfter(at, 1), 'upcoming'],
      ['daily', wallAfter(at, 1), 'upcoming'],
      ['daily', wallAfter(at, 3), 'upcoming'],
    ]);
    expect(reminders.at(-1).occurrence.id).toBeNull();
    await Promise.all(
      Array.from({ length: 8 }, () => scene.create(user, { title: 'hourly', at, rrule: 'FREQ=HOURLY' })),
    );
    const many = await list({ from: at.slice(0, 10), to: wallAfter(at, 91).slice(0, 10) });
    expect(many.reminders).toHaveLength(500);
    const dues = many.reminders.map(({ occurrence }: Row) => occurrence.scheduled_local);
    expect(dues).toEqual(dues.toSorted());
    await scene.call(user, 'list-reminders', { from: '2097-01-01', to: '2097-04-03' }).expect(400);
    await scene.call(user, 'list-reminders', { from: '2097-01-02', to: '2097-01-01' }).expect(400);
    const far = (await list({ from: '2097-01-01', to: '2097-04-02' })).reminders;
    expect(far).toHaveLength(500);
    expect(far[0].occurrence.scheduled_local.slice(0, 13)).toBe('2097-01-01T00');
    expect(
      (await list({ from: inFuture(DAY - HOUR).toISOString(), to: inFuture(DAY + HOUR).toISOString() })).reminders
        .length,
    ).toBeGreaterThan(8);
  });

  it('exports times as clocks on the wall show them', async () => {
    const user = await scene.user();
    await scene.create(user, { at: '2097-07-01T09:00', timezone: 'Europe/Berlin', rrule: 'FREQ=DAILY' });
    const { body } = await scene.call(user, 'export').expect(200);
    expect(body.export.reminders[0]).toMatchObject({ start_local: '2097-07-01T09:00:00' });
    expect(body.export.occurrences[0]).toMatchObject({ scheduled_local: '2097-07-01T09:00:00' });
    expect(body.export.deliveries).toHaveLength(1);
  });
});
