import { randomUUID } from 'node:crypto';
import { DeliverReminders } from '../../../src/apps/reminders/jobs/deliver-reminders.job.js';
import type { Account } from '../../support/service.js';
import { DAY, HOUR, MINUTE, Scene, wall } from './scene.js';

let scene: Scene;
let ann: Account;
beforeAll(async () => {
  scene = await Scene.start();
  ann = await scene.user();
});
afterAll(() => scene.stop());

const call = (action: string, body: object) => scene.call(ann, action, body);
describe('what is told', () => {
  it('is told early and on time, once, with what leads there', async () => {
    const subject = { app: 'events', type: 'event', id: randomUUID() };
    const link_url = 'https://example.com/call';
    const { id } = await scene.create(ann, {
      title: 'Call',
      at: wall(2 * HOUR),
      alerts: [60, 0],
      subject,
      link_url,
    });
    await scene.passes(id, 70 * MINUTE);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.alert 60']);
    expect(await scene.statuses(ann, id)).toEqual(['upcoming']);
    await scene.passes(id, HOUR);
    await Promise.all(Array.from({ length: 5 }, () => scene.service.app.get(DeliverReminders).run({ follows: true })));
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.alert 60', 'reminders.due 0']);
    const { occurrence } = await scene.get(ann, id);
    expect(occurrence).toMatchObject({ status: 'due', nags_sent: 0 });
    const [, { data } = { data: {} }] = await scene.told(ann, id);
    expect(data).toMatchObject({
      title: 'Call',
      reminder_id: id,
      occurrence_id: occurrence.id,
      link_url,
      subject,
    });
    expect(data).not.toHaveProperty('missed');
    const events = await scene.query(
      `SELECT FROM events.domain_events WHERE type = 'reminders.due' AND data ->> 'reminder_id' = $1`,
      [id],
    );
    expect(events).toHaveLength(1);
    // What does not repeat stays due until it is done.
    await scene.passes(id, 90 * DAY);
    expect([await scene.statuses(ann, id), (await scene.toldOf(ann, id)).length]).toEqual([['due'], 2]);
  });

  it('is told to many at once by many workers, to each once', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => scene.user()));
    const made = await Promise.all(
      users.flatMap((user) => Array.from({ length: 10 }, () => scene.create(user, { at: wall(HOUR) }))),
    );
    for (const { id } of made) await scene.travel(id, 2 * HOUR);
    const job = scene.service.app.get(DeliverReminders);
    await Promise.all(Array.from({ length: 10 }, () => job.run({ follows: true })));
    await scene.tick();
    for (const user of users) expect(await scene.told(user)).toHaveLength(10);
  });

  it('is 60 a minute for one user; the rest follows', async () => {
    const user = await scene.user();
    for (let turn = 0; turn < 8; turn++) {
      const made = await Promise.all(Array.from({ length: 8 }, () => scene.create(user, { at: wall(HOUR) })));
      for (const { id } of made) await scene.travel(id, 2 * HOUR);
    }
    const job = scene.service.app.get(DeliverReminders);
    await Promise.all(Array.from({ length: 5 }, () => job.run({ follows: true })));
    await scene.tick();
    expect(await scene.told(user)).toHaveLength(60);
    await scene.query(
      `UPDATE ext_reminders.deliveries SET sent_at = sent_at - interval '1 minute' WHERE sent_at IS NOT NULL`,
    );
    await scene.tick();
    expect(await scene.told(user)).toHaveLength(64);
  });
});

describe('a schedule goes on', () => {
  it('what nobody did is missed when the next time comes', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY' });
    await scene.passes(id, 2 * HOUR);
    expect(await scene.statuses(ann, id)).toEqual(['due']);
    await scene.passes(id, DAY);
    expect(await scene.statuses(ann, id)).toEqual(['due', 'missed']);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.due 0', 'reminders.due 0']);
    const { history } = await scene.get(ann, id);
    const done = await call('complete-reminder', { reminder_id: id, occurrence_id: history[0].id }).expect(200);
    expect(done.body).toMatchObject({
      reminder: { done_count: 0 },
      occurrence: { status: 'completed' },
      next: { status: 'due' },
    });
    // The one that follows has fired: that cannot be taken back.
    await call('complete-reminder', { reminder_id: id, undo: true }).expect(409, {
      error: 'Nothing to undo',
    });
  });

  it('what was missed in a pause and done later was not counted, and is not counted off', async () => {
    const { id: reminder_id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY' });
    await scene.passes(reminder_id, 2 * HOUR);
    for (const status of ['paused', 'active']) await call('update-reminder', { reminder_id, status }).expect(200);
    const [missed] = (await scene.get(ann, reminder_id)).history;
    const done = { reminder_id, occurrence_id: missed.id };
    expect((await call('complete-reminder', done).expect(200)).body.reminder.done_count).toBe(0);
    const undone = await call('complete-reminder', { reminder_id, undo: true }).expect(200);
    expect(undone.body).toMatchObject({
      reminder: { done_count: 0 },
      occurrence: { id: missed.id, status: 'due' },
    });
  });

  it('after an outage it fires once, and says how many were missed', async () => {
    const { id } = await scene.create(ann, {
      at: wall(HOUR),
      rrule: 'FREQ=DAILY',
      alerts: [30, 0],
      nag_minutes: 60,
    });
    await scene.passes(id, 3 * DAY + 90 * MINUTE);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.due 0 3']);
    expect(await scene.statuses(ann, id)).toEqual(['due', 'missed', 'missed', 'missed']);
    const [told] = await scene.told(ann, id);
    expect(told?.data.body).toMatch(/\(missed: 3\)$/);
    // The alarm rings on from now, and not from when it should have rung.
    await scene.passes(id, HOUR);
    expect(await scene.toldOf(ann, id)).toHaveLength(2);
    const { reminder, occurrence } = await scene.get(ann, id);
    expect(reminder.next_due_at).toBe(occurrence.due_at);
  });

  it('tells on time what it could not tell early, as the one before was still open', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY', alerts: [30] });
    await scene.passes(id, 45 * MINUTE);
    await scene.passes(id, 30 * MINUTE);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.alert 30']);
    await scene.passes(id, DAY);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.alert 30', 'reminders.due 0']);
  });

  it('ends with its last time, which waits to be done', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY;COUNT=2' });
    await scene.passes(id, 30 * DAY);
    expect(await scene.statuses(ann, id)).toEqual(['due', 'missed']);
    const { body } = await call('complete-reminder', { reminder_id: id }).expect(200);
    expect(body).toMatchObject({ next: null, reminder: { status: 'done', done_count: 1 } });
  });

  it('waits for the completion where that counts', async () => {
    const { id } = await scene.create(ann, {
      at: wall(HOUR),
      rrule: 'FREQ=WEEKLY',
      repeat_from: 'completion',
    });
    await scene.passes(id, 30 * DAY);
    expect(await scene.statuses(ann, id)).toEqual(['due']);
    const { body } = await call('complete-reminder', { reminder_id: id }).expect(200);
    const pause = Date.parse(body.next.due_at) - Date.now();
    expect(pause > 6 * DAY && pause < 8 * DAY).toBe(true);
  });

  it('a time that clocks show twice comes twice by the hour', async () => {
    const { id } = await scene.create(ann, {
      at: '2097-10-27T01:00',
      timezone: 'Europe/Berlin',
      rrule: 'FREQ=HOURLY',
    });
    const next = async () => {
      const { body } = await call('complete-reminder', { reminder_id: id }).expect(200);
      return [body.next.scheduled_local.slice(11), body.next.due_at.slice(11)];
    };
    expect([await next(), await next(), await next()]).toEqual([
      ['02:00:00', '00:00:00Z'],
      ['02:00:00', '01:00:00Z'],
      ['03:00:00', '02:00:00Z'],
    ]);
  });

  it('what was skipped does not come, also when it is next', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY' });
    await scene.passes(id, 2 * HOUR);
    const [first] = (await scene.get(ann, id)).upcoming;
    await call('skip-occurrence', { reminder_id: id, scheduled_local: first.scheduled_local }).expect(200);
    await scene.query(
      `UPDATE ext_reminders.reminders SET exdates = ARRAY(SELECT e - interval '1 day' FROM unnest(exdates) e)
       WHERE id = $1`,
      [id],
    );
    await scene.passes(id, DAY);
    expect(await scene.statuses(ann, id)).toEqual(['due']);
  });
});

describe('nagging and snoozing', () => {
  it('nags five times, anew after a snooze, and not after it is done', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), nag_minutes: 10 });
    await scene.passes(id, HOUR + MINUTE);
    for (let nag = 0; nag < 7; nag++) await scene.passes(id, 11 * MINUTE);
    expect(await scene.toldOf(ann, id)).toHaveLength(6);
    expect((await scene.get(ann, id)).occurrence.nags_sent).toBe(5);
    await call('snooze-reminder', { reminder_id: id, minutes: 60 }).expect(200);
    await scene.passes(id, 30 * MINUTE);
    expect([await scene.statuses(ann, id), (await scene.toldOf(ann, id)).length]).toEqual([['snoozed'], 6]);
    await scene.passes(id, 31 * MINUTE);
    expect([await scene.statuses(ann, id), (await scene.toldOf(ann, id)).length]).toEqual([['due'], 7]);
    await scene.passes(id, 11 * MINUTE);
    expect((await scene.get(ann, id)).occurrence.nags_sent).toBe(1);
    await call('complete-reminder', { reminder_id: id }).expect(200);
    await scene.passes(id, DAY);
    expect(await scene.toldOf(ann, id)).toHaveLength(8);
  });

  it('nags anew when a completion is taken back', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), nag_minutes: 10 });
    await scene.passes(id, HOUR + MINUTE);
    await call('complete-reminder', { reminder_id: id }).expect(200);
    const { body } = await call('complete-reminder', { reminder_id: id, undo: true }).expect(200);
    expect(body.occurrence.status).toBe('due');
    await scene.passes(id, 11 * MINUTE);
    expect(await scene.toldOf(ann, id)).toHaveLength(2);
  });

  it('what was put off past the next time is missed', async () => {
    const { id } = await scene.create(ann, { at: wall(HOUR), rrule: 'FREQ=DAILY' });
    await call('snooze-reminder', { reminder_id: id, minutes: 43_200 }).expect(200);
    await scene.passes(id, DAY + 2 * HOUR);
    expect(await scene.statuses(ann, id)).toEqual(['due', 'missed']);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.due 0 1']);
  });
});

describe('quiet hours', () => {
  const clock = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);

  it('hold what falls into them until their end, as one; what is urgent comes', async () => {
    const quiet_hours = { from: clock(-2 * HOUR), to: clock(3 * HOUR) };
    ann = await scene.user({ quiet_hours });
    const { id } = await scene.create(ann, { at: wall(HOUR), alerts: [30, 0], nag_minutes: 5 });
    const urgent = await scene.create(ann, { at: wall(HOUR), priority: 'high' });
    await scene.passes(urgent.id, HOUR + MINUTE);
    expect(await scene.toldOf(ann, urgent.id)).toHaveLength(1);
    await scene.passes(id, 31 * MINUTE);
    await scene.passes(id, 30 * MINUTE);
    const [nags] = await scene.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM ext_reminders.deliveries d JOIN ext_reminders.occurrences o ON o.id = d.occurrence_id
       WHERE o.reminder_id = $1 AND d.kind = 'nag' AND d.dropped_at IS NULL`,
      [id],
    );
    expect(nags?.n).toBe(1);
    await scene.passes(id, 6 * MINUTE);
    expect([await scene.toldOf(ann, id), await scene.statuses(ann, id)]).toEqual([[], ['due']]);
    const waiting = await scene.query<{ fire_at: Date }>(
      `SELECT DISTINCT fire_at FROM ext_reminders.deliveries d JOIN ext_reminders.occurrences o ON o.id = d.occurrence_id
       WHERE o.reminder_id = $1 AND d.sent_at IS NULL AND d.dropped_at IS NULL ORDER BY fire_at DESC LIMIT 1`,
      [id],
    );
    expect(waiting[0]?.fire_at.toISOString().slice(11, 16)).toBe(quiet_hours.to);
    await call('update-settings', { quiet_hours: null }).expect(200);
    await scene.passes(id, 4 * HOUR);
    expect(await scene.toldOf(ann, id)).toEqual(['reminders.due 0']);
    await scene.passes(id, 6 * MINUTE);
    expect(await scene.toldOf(ann, id)).toHaveLength(2);
  });
});
