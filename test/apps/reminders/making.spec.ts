import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { DAY, HOUR, Scene, wall, wallAfter } from './scene.js';

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

describe('preview-recurrence', () => {
  it('is what the contract shows', async () => {
    const { body } = await call('preview-recurrence', {
      rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      at: '2026-03-01T09:00',
      timezone: 'Europe/Berlin',
      count: 2,
    }).expect(200);
    expect(body).toEqual({
      rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      text: 'every month on the last weekday',
      occurrences: [
        { scheduled_local: '2026-03-31T09:00:00', due_at: '2026-03-31T07:00:00Z' },
        { scheduled_local: '2026-04-30T09:00:00', due_at: '2026-04-30T07:00:00Z' },
      ],
    });
  });

  it('says rules in their one spelling and in English', async () => {
    const said: [rule: string, spelled: string, text: string][] = [
      ['RRULE:freq=daily;interval=1', 'FREQ=DAILY', 'every day'],
      ['FREQ=WEEKLY;BYDAY=FR,MO;WKST=MO', 'FREQ=WEEKLY;BYDAY=MO,FR', 'every week on Monday and Friday'],
      ['FREQ=WEEKLY;INTERVAL=2', 'FREQ=WEEKLY;INTERVAL=2', 'every 2 weeks on Wednesday'],
      [
        'FREQ=MONTHLY;BYMONTHDAY=15,1,-1',
        'FREQ=MONTHLY;BYMONTHDAY=-1,1,15',
        'every month on the 1st, the 15th and the last day',
      ],
      ['FREQ=YEARLY;COUNT=3', 'FREQ=YEARLY;COUNT=3', 'every year on the 2nd of January, 3 times'],
      ['FREQ=YEARLY;BYDAY=+2SU;BYMONTH=5', 'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU', 'every year on the second Sunday in May'],
      [
        'FREQ=DAILY;BYHOUR=18,9;UNTIL=20991231',
        'FREQ=DAILY;UNTIL=20991231;BYHOUR=9,18',
        'every day at 09:30 and 18:30, until 31 December 2099',
      ],
      ['FREQ=HOURLY;INTERVAL=4', 'FREQ=HOURLY;INTERVAL=4', 'every 4 hours'],
      ['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
    ];
    for (const [rrule, spelled, text] of said) {
      const { body } = await call('preview-recurrence', { rrule, at: '2097-01-02T09:30', count: 1 }).expect(200);
      expect([body.rrule, body.text]).toEqual([spelled, text]);
    }
  });

  it('tells of clocks that are moved, and takes an instant as what they show then', async () => {
    const rule = { rrule: 'FREQ=DAILY', timezone: 'America/New_York', count: 2 };
    const forward = await call('preview-recurrence', { ...rule, at: '2026-03-07T02:30' }).expect(200);
    expect(forward.body.occurrences[1]).toEqual({
      scheduled_local: '2026-03-08T02:30:00',
      due_at: '2026-03-08T07:30:00Z',
      note: 'Clocks go forward: 02:30 does not exist on this day, so it is 03:30',
    });
    const back = await call('preview-recurrence', { ...rule, at: '2026-11-01T05:30:00Z' }).expect(200);
    expect(back.body.occurrences).toEqual([
      {
        scheduled_local: '2026-11-01T01:30:00',
        due_at: '2026-11-01T05:30:00Z',
        note: 'Clocks go back: 01:30 comes twice on this day, and the first is meant',
      },
      { scheduled_local: '2026-11-02T01:30:00', due_at: '2026-11-02T06:30:00Z' },
    ]);
  });

  it('refuses what is no rule, no time, no zone, or over', async () => {
    const [rrule, at] = ['FREQ=DAILY', '2097-01-02T09:30'];
    const unknown = 'Invalid recurrence: BYEASTER is not known';
    await refused('preview-recurrence', { rrule: `${rrule};BYEASTER=1`, at }, 400, unknown);
    await refused('preview-recurrence', { rrule }, 400, 'Give at or date');
    await refused('preview-recurrence', { rrule, at, date: '2097-01-02' }, 400, 'Give at or date');
    await refused('preview-recurrence', { rrule, at, timezone: 'Mars/Olympus' }, 400, 'Unknown time zone');
    await refused('preview-recurrence', { rrule, at, timezone: '+02:00' }, 400, 'Unknown time zone');
    const none = 'Recurrence has no future occurrence';
    await refused('preview-recurrence', { rrule: 'FREQ=DAILY;COUNT=2', at: '2020-01-01T09:00' }, 400, none);
    await refused('preview-recurrence', { rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', at }, 400, none);
    for (const wrong of [
      '2097-02-30T09:00',
      '2097-01-02',
      '2097-01-02T24:00',
      '0000-01-01T00:00',
      'soon',
      '2097-01-02T09:00+99:00',
    ])
      await call('preview-recurrence', { rrule, at: wrong }).expect(400);
  });
});

describe('create-reminder', () => {
  it('makes a reminder with its first occurrence', async () => {
    const at = wall(3 * DAY);
    const subject = { app: 'invoicing', type: 'invoice', id: randomUUID() };
    const { body } = await call('create-reminder', {
      title: 'Send invoices',
      at,
      alerts: [0, 1440, 0],
      tags: ['work', 'work'],
      notes: 'All of them',
      link_url: 'https://example.com/x',
      priority: 'high',
      nag_minutes: 10,
      subject,
    }).expect(200);
    expect(body.reminder).toMatchObject({
      title: 'Send invoices',
      owner_id: ann.id,
      start_local: at,
      timezone: 'UTC',
      all_day: false,
      rrule: null,
      repeat_from: 'schedule',
      exdates: [],
      alerts: [0, 1440],
      tags: ['work'],
      nag_minutes: 10,
      subject,
      status: 'active',
      next_due_at: `${at}Z`,
      done_count: 0,
    });
    expect(body.occurrence).toMatchObject({ status: 'upcoming', scheduled_local: at, due_at: `${at}Z` });
    const planned = await scene.query<{ kind: string; fire_at: Date }>(
      'SELECT kind, fire_at FROM ext_reminders.deliveries WHERE occurrence_id = $1 ORDER BY fire_at',
      [body.occurrence.id],
    );
    expect(planned.map(({ kind, fire_at }) => [kind, +fire_at - Date.parse(`${at}Z`)])).toEqual([
      ['alert', -DAY],
      ['alert', 0],
    ]);
  });

  it('begins a series whose start is past with the next time after now, and counts from the start', async () => {
    const at = wall(-2 * DAY - HOUR);
    const { body } = await call('create-reminder', {
      title: 'Pills',
      at,
      rrule: 'FREQ=DAILY;COUNT=4',
    }).expect(200);
    expect(body.occurrence.scheduled_local).toBe(wallAfter(at, 3));
    const { upcoming } = await scene.get(ann, body.reminder.id);
    expect(upcoming.map(({ scheduled_local }: { scheduled_local: string }) => scheduled_local)).toEqual([
      wallAfter(at, 3),
    ]);
    const done = await call('complete-reminder', { reminder_id: body.reminder.id }).expect(200);
    expect([done.body.next, done.body.reminder.status]).toEqual([null, 'done']);
  });

  it('refuses what has no time to come', async () => {
    const title = 'Tea';
    await refused('create-reminder', { title }, 400, 'Give at or date');
    await refused('create-reminder', { title, at: wall(-HOUR) }, 400, 'Reminder time is in the past');
    await refused('create-reminder', { title, at: wall(-HOUR), timezone: 'Nowhere' }, 400, 'Unknown time zone');
    await refused(
      'create-reminder',
      { title, at: wall(-2 * DAY), rrule: 'FREQ=DAILY;COUNT=2' },
      400,
      'Recurrence has no future occurrence',
    );
    await refused(
      'create-reminder',
      { title, at: wall(HOUR), rrule: 'FREQ=DAILY;BYHOUR=9', repeat_from: 'completion' },
      400,
      'repeat_from completion allows only FREQ, INTERVAL, COUNT and UNTIL',
    );
    const at = wall(HOUR);
    await call('create-reminder', { at }).expect(400);
    for (const wrong of [
      { title: '' },
      { title: 'x'.repeat(201) },
      { title: ' ' },
      { alerts: [0, 1, 2, 3, 4, 5] },
      { alerts: [40_321] },
      { nag_minutes: 4 },
      { nag_minutes: 1441 },
      { tags: [''] },
      { tags: Array(11).fill('x') },
      { link_url: 'javascript:alert(1)' },
      { subject: { app: 'x', type: 'y' } },
      { rrule: 'F'.repeat(501) },
      { status: 'paused' },
    ])
      await call('create-reminder', { title, at, ...wrong }).expect(400);
  });

  it('takes what is not said from the settings', async () => {
    const user = await scene.user({
      timezone: 'Asia/Tokyo',
      all_day_time: '07:30',
      default_alerts: [60],
      default_nag_minutes: 15,
    });
    const made = await scene.call(user, 'create-reminder', { title: 'Flight', date: '2097-05-01' }).expect(200);
    expect(made.body.reminder).toMatchObject({
      timezone: 'Asia/Tokyo',
      all_day: true,
      start_local: '2097-05-01T00:00:00',
      next_due_at: '2097-04-30T22:30:00Z',
      alerts: [60],
      nag_minutes: 15,
    });
    const other = await scene
      .call(user, 'create-reminder', { title: 'x', date: '2097-05-01', alerts: [], nag_minutes: null })
      .expect(200);
    expect(other.body.reminder).toMatchObject({ alerts: [], nag_minutes: null });
    for (const [wrong, error] of [
      [{ timezone: 'Nowhere' }, 'Unknown time zone'],
      [{ timezone: 5 }, 'Validation error'],
      [{ all_day_time: '24:00' }, 'Validation error'],
      [{ default_alerts: [1, 2, 3, 4, 5, 6] }, 'Validation error'],
      [{ quiet_hours: { from: '22:00' } }, 'Validation error'],
      [{ quiet_hours: { from: '22:00', to: '7:00' } }, 'Validation error'],
    ] as const) {
      const { body: refusal } = await scene.call(user, 'update-settings', wrong).expect(400);
      expect(refusal.error).toBe(error);
    }
  });

  it('makes one of a request key, and the 2,000th only once, however many ask at once', async () => {
    const user = await scene.user();
    const body = { title: 'Once', at: wall(DAY), request_key: 'k1' };
    const made = await atOnce(20, () => scene.call(user, 'create-reminder', body));
    expect(tally(made)).toEqual({ 200: 20 });
    expect(new Set(made.map(({ body: { reminder, occurrence } }) => `${reminder.id} ${occurrence.id}`)).size).toBe(1);
    await scene.query(
      `INSERT INTO ext_reminders.reminders (owner_id, title, start_local, timezone)
       SELECT $1, 'Many', now(), 'UTC' FROM generate_series(1, 1996)`,
      [user.id],
    );
    const more = await atOnce(20, () => scene.call(user, 'create-reminder', { title: 'More', at: wall(DAY) }));
    expect(tally(more)).toEqual({ 200: 3, 409: 17 });
    expect(more.find(({ status }) => status === 409)?.body).toEqual({
      error: 'At most 2,000 active reminders',
    });
    expect((await scene.call(user, 'create-reminder', body).expect(200)).body.reminder.request_key).toBe('k1');
  });
});
