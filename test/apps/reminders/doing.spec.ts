import { randomUUID } from 'node:crypto';
import { ForgetOccurrences } from '../../../src/apps/reminders/jobs/forget-occurrences.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { queryPlan } from '../../support/query-plan.js';
import type { Account } from '../../support/service.js';
import { DAY, HOUR, MINUTE, Scene, wall, wallAfter } from './scene.js';

let scene: Scene;
let ann: Account;
beforeAll(async () => {
  scene = await Scene.start();
  ann = await scene.user();
});
afterAll(() => scene.stop());

const call = (action: string, body: object) => scene.call(ann, action, body);
const refused = (action: string, body: object, status: number, error: string) =>
  call(action, body).expect(status, { error });

describe('complete-reminder', () => {
  it('ends what does not repeat, once, and can be taken back', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR) });
    const { occurrence } = await scene.get(ann, id);
    const done = await atOnce(20, () => call('complete-reminder', { reminder_id: id, occurrence_id: occurrence.id }));
    expect(tally(done)).toEqual({ 200: 20 });
    expect(done.map(({ body }) => body.reminder.done_count)).toEqual(Array(20).fill(1));
    expect(done[0]?.body).toMatchObject({
      reminder: { status: 'done', next_due_at: null },
      occurrence: { id: occurrence.id, status: 'completed' },
      next: null,
    });
    const waiting = () =>
      scene.query('SELECT FROM ext_reminders.deliveries WHERE occurrence_id = $1 AND dropped_at IS NULL', [
        occurrence.id,
      ]);
    expect(await waiting()).toEqual([]);
    const again = await call('complete-reminder', { reminder_id: id }).expect(200);
    expect(again.body.occurrence.completed_at).toBe(done[0]?.body.occurrence.completed_at);
    const undone = await call('complete-reminder', { reminder_id: id, undo: true }).expect(200);
    expect(undone.body).toMatchObject({
      reminder: { status: 'active', done_count: 0, next_due_at: occurrence.due_at },
      occurrence: { id: occurrence.id, status: 'upcoming', completed_at: null },
    });
    await refused('complete-reminder', { reminder_id: id, undo: true }, 409, 'Nothing to undo');
    expect(await waiting()).toHaveLength(1);
  });

  it('of a series opens the one that follows, once, and back again', async () => {
    const at = wall(DAY);
    const { id } = await scene.create(ann, { at, rrule: 'FREQ=WEEKLY' });
    const first = (await scene.get(ann, id)).occurrence;
    const done = await atOnce(20, () => call('complete-reminder', { reminder_id: id, occurrence_id: first.id }));
    expect(new Set(done.map(({ body }) => body.next.scheduled_local))).toEqual(new Set([wallAfter(at, 7)]));
    expect(done[0]?.body.reminder).toMatchObject({
      status: 'active',
      done_count: 1,
      next_due_at: `${wallAfter(at, 7)}Z`,
    });
    const undone = await call('complete-reminder', { reminder_id: id, undo: true }).expect(200);
    expect(undone.body).toMatchObject({
      reminder: { next_due_at: `${at}Z`, done_count: 0 },
      occurrence: { id: first.id, status: 'upcoming' },
    });
    expect((await scene.get(ann, id)).history).toEqual([]);
  });

  it('goes by the completion where the reminder does, also before its time', async () => {
    const at = wall(DAY);
    const { id } = await scene.create(ann, { at, rrule: 'FREQ=DAILY;COUNT=3', repeat_from: 'completion' });
    const one = await call('complete-reminder', { reminder_id: id }).expect(200);
    expect(one.body.next).toMatchObject({ scheduled_local: at, due_at: `${at}Z`, status: 'upcoming' });
    const two = await call('complete-reminder', { reminder_id: id }).expect(200);
    expect(two.body.next.scheduled_local).toBe(at);
    const three = await call('complete-reminder', { reminder_id: id }).expect(200);
    expect(three.body).toMatchObject({ next: null, reminder: { status: 'done', done_count: 3 } });
    const back = await call('complete-reminder', { reminder_id: id, undo: true }).expect(200);
    expect(back.body.occurrence.id).toBe(two.body.next.id);
  });

  it('of one that was skipped changes nothing', async () => {
    const { id } = await scene.create(ann, { at: wall(DAY), rrule: 'FREQ=DAILY' });
    const { occurrence } = await scene.get(ann, id);
    await call('skip-occurrence', { reminder_id: id }).expect(200);
    const { body } = await call('complete-reminder', {
      reminder_id: id,
      occurrence_id: occurrence.id,
    }).expect(200);
    expect(body).toMatchObject({
      reminder: { done_count: 0 },
      occurrence: { status: 'skipped', completed_at: null },
      next: { status: 'upcoming' },
    });
    await refused('complete-reminder', { reminder_id: id, undo: true }, 409, 'Nothing to undo');
  });

  it('knows what is not there, and what is paused', async () => {
    const [{ id }, other] = await Promise.all([
      scene.create(ann, { at: wall(HOUR) }),
      scene.create(ann, { at: wall(HOUR) }),
    ]);
    const { occurrence } = await scene.get(ann, other.id);
    for (const occurrence_id of [occurrence.id, randomUUID()])
      await refused('complete-reminder', { reminder_id: id, occurrence_id }, 404, 'Occurrence not found');
    await refused('complete-reminder', { reminder_id: id, undo: true }, 409, 'Nothing to undo');
    await call('update-reminder', { reminder_id: id, status: 'paused' }).expect(200);
    await refused('complete-reminder', { reminder_id: id }, 409, 'Reminder is paused');
    await refused('snooze-reminder', { reminder_id: id, minutes: 5 }, 409, 'Nothing to snooze');
  });
});

describe('snooze-reminder', () => {
  it('puts the open one off, again and again, and the series keeps its times', async () => {
    const at = wall(DAY);
    const { id } = await scene.create(ann, {
      at,
      rrule: 'FREQ=DAILY',
      timezone: 'Asia/Tokyo',
      alerts: [0, 30],
    });
    /** It is put off by so much from a moment since then. */
    const expectPutOff = (occurrence: { snoozed_until: string }, ms: number, since: number) => {
      const from = Date.parse(occurrence.snoozed_until) - ms;
      expect(from).toBeGreaterThanOrEqual(since);
      expect(from).toBeLessThanOrEqual(Date.now() + 1000);
    };
    const begun = Date.now();
    const { body } = await call('snooze-reminder', { reminder_id: id, minutes: 30 }).expect(200);
    expect(body.occurrence.status).toBe('snoozed');
    expectPutOff(body.occurrence, 30 * MINUTE, begun);
    expect(body.reminder.next_due_at).toBe(body.occurrence.due_at);
    const waiting = await scene.query<{ kind: string }>(
      `SELECT kind FROM ext_reminders.deliveries WHERE occurrence_id = $1 AND dropped_at IS NULL`,
      [body.occurrence.id],
    );
    expect(waiting).toEqual([{ kind: 'snooze' }]);

    const until = '2097-01-02T08:00';
    const given = await call('snooze-reminder', { reminder_id: id, until }).expect(200);
    expect(given.body.occurrence.snoozed_until).toBe('2097-01-01T23:00:00Z');
    const tomorrow = await call('snooze-reminder', { reminder_id: id, preset: 'tomorrow' }).expect(200);
    const monday = await call('snooze-reminder', { reminder_id: id, preset: 'next_week' }).expect(200);
    const inTokyo = (text: string) => new Date(Date.parse(text) + 9 * HOUR);
    // Days of Tokyo: another one may have begun meanwhile.
    const [before, today] = [begun, Date.now()].map((ms) => inTokyo(new Date(ms).toISOString())) as [Date, Date];
    const morning = inTokyo(tomorrow.body.occurrence.snoozed_until);
    expect(morning.toISOString().slice(11, 19)).toBe('09:00:00');
    expect([before, today].map((day) => (day.getUTCDay() + 1) % 7)).toContain(morning.getUTCDay());
    const week = inTokyo(monday.body.occurrence.snoozed_until);
    expect([week.getUTCDay(), week.toISOString().slice(11, 16)]).toEqual([1, '09:00']);
    expect(+week - +today).toBeLessThanOrEqual(8 * DAY);
    const asked = Date.now();
    const later = await call('snooze-reminder', { reminder_id: id, preset: 'later_today' }).expect(200);
    expectPutOff(later.body.occurrence, 3 * HOUR, asked);
  });

  it('refuses', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR) });
    const one = 'Give minutes, until or preset';
    await refused('snooze-reminder', { reminder_id: id }, 400, one);
    await refused('snooze-reminder', { reminder_id: id, minutes: 5, preset: 'tomorrow' }, 400, one);
    await refused('snooze-reminder', { reminder_id: id, until: wall(-HOUR) }, 400, 'Snooze time is in the past');
    for (const minutes of [0, 43_201, 1.5]) await call('snooze-reminder', { reminder_id: id, minutes }).expect(400);
    await call('complete-reminder', { reminder_id: id }).expect(200);
    await refused('snooze-reminder', { reminder_id: id, minutes: 5 }, 409, 'Nothing to snooze');
  });
});

describe('skip-occurrence', () => {
  it('leaves out the open one or one to come; what is skipped is counted', async () => {
    const at = wall(DAY);
    const { id } = await scene.create(ann, { at, rrule: 'FREQ=DAILY;COUNT=4' });
    const third = wallAfter(at, 2);
    const later = await call('skip-occurrence', { reminder_id: id, scheduled_local: third }).expect(200);
    expect(later.body).toMatchObject({ reminder: { exdates: [third] }, next: { scheduled_local: at } });
    const { upcoming } = await scene.get(ann, id);
    expect(upcoming.map((time: { scheduled_local: string }) => time.scheduled_local)).toEqual([
      at,
      wallAfter(at, 1),
      wallAfter(at, 3),
    ]);
    await call('skip-occurrence', { reminder_id: id, scheduled_local: third }).expect(200);
    const open = await call('skip-occurrence', { reminder_id: id }).expect(200);
    expect(open.body).toMatchObject({
      reminder: { exdates: [at, third] },
      next: { scheduled_local: wallAfter(at, 1) },
    });
    await refused('skip-occurrence', { reminder_id: id, scheduled_local: at }, 409, 'Occurrence has passed');
    const wrong = 'Not an occurrence of this reminder';
    for (const scheduled_local of [wallAfter(at, 4), '2097-01-01T03:00', '2020-01-01'])
      await refused('skip-occurrence', { reminder_id: id, scheduled_local }, 400, wrong);
    await call('skip-occurrence', { reminder_id: id }).expect(200);
    const last = await call('skip-occurrence', { reminder_id: id }).expect(200);
    expect(last.body).toMatchObject({ reminder: { status: 'done', next_due_at: null }, next: null });
    await refused('skip-occurrence', { reminder_id: id }, 409, 'Occurrence has passed');
    const once = await scene.create(ann, { at });
    await refused('skip-occurrence', { reminder_id: once.id }, 409, 'Reminder does not repeat');
    await call('skip-occurrence', { reminder_id: id, scheduled_local: 'soon' }).expect(400);
  });

  it('goes on after the one that was left out, where completions count', async () => {
    const at = wall(2 * DAY);
    const { id } = await scene.create(ann, { at, rrule: 'FREQ=DAILY', repeat_from: 'completion' });
    const { body } = await call('skip-occurrence', { reminder_id: id }).expect(200);
    expect(body.next.scheduled_local).toBe(wallAfter(at, 1));
  });
});

describe('what is left', () => {
  it('stats count what was due in the days, and the days without a miss', async () => {
    ann = await scene.user();
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY' });
    const later = await scene.create(ann, { at: wall(3 * DAY) });
    await scene.passes(id, 3 * HOUR);
    await scene.passes(id, DAY);
    await call('snooze-reminder', { reminder_id: id, minutes: 5 }).expect(200);
    await call('complete-reminder', { reminder_id: id }).expect(200);
    await scene.passes(id, DAY - 90 * MINUTE);
    await call('complete-reminder', { reminder_id: id }).expect(200);
    await call('skip-occurrence', { reminder_id: id }).expect(200);
    await scene.passes(later.id, 3 * DAY + HOUR);
    const { stats } = (await call('stats', {}).expect(200)).body;
    expect(stats).toMatchObject({
      active: 2,
      overdue: 1,
      completed: 2,
      missed: 1,
      snoozed: 1,
      completed_on_time_share: 0.5,
    });
    expect(stats.fired).toBe(4);
    expect(stats.current_streak_days).toBeGreaterThanOrEqual(1);
    expect(stats.median_minutes_to_complete).toBeGreaterThan(30);
    const none = (await call('stats', { from: '2020-01-01', to: '2020-01-31' }).expect(200)).body.stats;
    expect(none).toMatchObject({ fired: 0, completed_on_time_share: null, median_minutes_to_complete: null });
  });

  it('is forgotten after 400 days, but not what waits to be done', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY;COUNT=2' });
    await scene.passes(id, 2 * DAY);
    await scene.travel(id, 410 * DAY);
    await scene.service.app.get(ForgetOccurrences).run({});
    expect(await scene.statuses(ann, id)).toEqual(['due']);
  });

  it('is found by an index', async () => {
    await scene.query(
      `INSERT INTO ext_reminders.reminders (owner_id, title, start_local, timezone, next_due_at)
       SELECT $1, 'Many', now(), 'UTC', now() + n * interval '1 hour' FROM generate_series(1, 4000) n`,
      [(await scene.user()).id],
    );
    await scene.query(
      `WITH o AS (
         INSERT INTO ext_reminders.occurrences (reminder_id, owner_id, scheduled_local, due_at, wakes_at)
         SELECT id, owner_id, next_due_at, next_due_at, next_due_at FROM ext_reminders.reminders WHERE title = 'Many'
         RETURNING id, due_at
       ) INSERT INTO ext_reminders.deliveries (occurrence_id, kind, fire_at) SELECT id, 'alert', due_at FROM o`,
    );
    await scene.query('ANALYZE ext_reminders.reminders, ext_reminders.occurrences, ext_reminders.deliveries');
    const plan = async (name: string, values: unknown[]) =>
      (await queryPlan(scene.service.database, name, values)).join('\n');
    const none = [null, null, null, null, null, null, null, null];
    const first = '00000000-0000-0000-0000-000000000000';
    const plans: [name: string, values: unknown[], index: string][] = [
      ['reminders_waking_lock', [200], 'occurrences_waking'],
      ['reminders_deliveries_lock', [[], 100], 'deliveries_waiting'],
      ['reminders_list', [ann.id, 'active', ...none, '-infinity', first, 21], 'reminders_of_owner'],
      ['reminders_list_counts', [ann.id, new Date(), new Date()], 'occurrences_open'],
      ['reminders_occurrences_forget', [1000], 'occurrences_old'],
    ];
    for (const [name, values, index] of plans) {
      const steps = await plan(name, values);
      expect(steps).toContain(index);
      if (!name.endsWith('_lock')) expect(steps).not.toContain('Seq Scan');
    }
  });
});
