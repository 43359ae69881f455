import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { at, daily, day, Studio } from './studio.js';

let studio: Studio;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  studio = await Studio.start();
});
beforeEach(async () => {
  [ann, bob] = [await studio.host(), await studio.person()];
});
afterAll(() => studio.stop());

describe('an offering', () => {
  it('begins with what its host leaves out', async () => {
    await studio.set(ann, { default_currency: 'EUR' });
    const made = { title: 'Portfolio review', kind: 'one_to_one', duration_minutes: 45 };
    const { offering } = await studio.ask(ann, 'create-offering', made);
    expect(offering).toEqual({
      ...made,
      id: expect.any(String),
      owner_id: ann.id,
      description: null,
      slot_step_minutes: 45,
      buffer_before_minutes: 0,
      buffer_after_minutes: 0,
      min_notice_minutes: 240,
      max_days_ahead: 60,
      max_per_day: null,
      seats: 1,
      price: 0,
      currency: 'eur',
      cancel_until_hours: 24,
      join_url: null,
      questions: [],
      status: 'active',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it('refuses seats of a one-to-one call, an open join address and a price that nobody can pay', async () => {
    const make = (more: object) => ({ title: 'Talk', kind: 'one_to_one', duration_minutes: 30, ...more });
    const refuse = (more: object, error: string) =>
      studio.expectRefused(ann, 'create-offering', make(more), 400, error);
    await refuse({ seats: 2 }, 'Seats are for group offerings');
    for (const join_url of ['http://meet.example/a', 'meet.example', 5])
      await refuse({ join_url }, 'Join address must be https');
    await refuse({ price: 0.1 }, 'Price must be 0 or at least 0.50');
    const question = { key: 'goal', label: 'Your goal', required: true };
    for (const wrong of [
      { duration_minutes: 4 },
      { max_days_ahead: 366 },
      { questions: [question, question] },
      { questions: Array.from({ length: 6 }, () => question) },
      { title: ' ' },
    ]) {
      const { status, body } = await studio.call(ann, 'create-offering', make(wrong));
      expect([status, body.error]).toEqual([400, 'Validation error']);
    }
  });

  it('changes for what is booked later, and can be archived', async () => {
    const offering = await studio.group(ann, { price: 10, join_url: 'https://meet.example/a' });
    const { id: offering_id } = offering;
    const update = async (more: object) =>
      (await studio.ask(ann, 'update-offering', { offering_id, ...more })).offering;
    expect(await update({ title: 'Class', price: 12.5, max_per_day: 2, join_url: null })).toMatchObject({
      title: 'Class',
      price: 12.5,
      max_per_day: 2,
      join_url: null,
      seats: 3,
    });
    expect(await update({ currency: 'jpy', price: 500 })).toMatchObject({ currency: 'jpy', price: 500 });
    await studio.expectRefused(bob, 'update-offering', { offering_id, title: 'Mine' }, 403, 'Forbidden');
    await studio.expectRefused(ann, 'update-offering', { offering_id: randomUUID() }, 404, 'Offering not found');
    await studio.expectRefused(
      ann,
      'update-offering',
      { offering_id, join_url: 'http://a.example' },
      400,
      'Join address must be https',
    );
    const call = await studio.offering(ann);
    await studio.expectRefused(
      ann,
      'update-offering',
      { offering_id: call.id, seats: 5 },
      400,
      'Seats are for group offerings',
    );
    expect(await update({ status: 'archived' })).toMatchObject({ status: 'archived' });
    await studio.expectRefused(
      studio.nobody(),
      'list-available-slots',
      { offering_id, from: day(0) },
      404,
      'Offering not found',
    );
    const starts_at = at(3, '10:00');
    await studio.expectRefused(ann, 'schedule-session', { offering_id, starts_at }, 409, 'Offering is archived');
  });

  it('is one of at most a hundred active ones', async () => {
    await studio.rows(
      `INSERT INTO ext_live_sessions.offerings (owner_id, title, kind, duration_minutes, slot_step_minutes)
       SELECT $1, 'x', 'one_to_one', 30, 30 FROM generate_series(1, 98)`,
      ann.id,
    );
    const make = { title: 'One more', kind: 'one_to_one', duration_minutes: 30 };
    const answers = await atOnce(20, () => studio.call(ann, 'create-offering', make));
    expect(tally(answers)).toEqual({ 200: 2, 409: 18 });
    const error = 'At most 100 active offerings';
    await studio.expectRefused(ann, 'create-offering', make, 409, error);
    const { id: offering_id } = answers.find(({ status }) => status === 200)?.body.offering ?? {};
    await studio.ask(ann, 'update-offering', { offering_id, status: 'archived' });
    await studio.ask(ann, 'create-offering', make);
    await studio.expectRefused(ann, 'update-offering', { offering_id, status: 'active' }, 409, error);
  });

  it('is listed to all, and with its join address to its host alone', async () => {
    const first = await studio.offering(ann, { title: 'Zither lesson 100%', join_url: 'https://meet.example/z' });
    const second = await studio.group(ann, { title: 'Zither class' });
    await studio.ask(ann, 'update-offering', { offering_id: second.id, status: 'archived' });
    const list = async (who: any, more: object) => (await studio.ask(who, 'list-offerings', more)).offerings;
    const [shown, ...others] = await list(studio.nobody(), { host_id: ann.id });
    expect([shown.id, 'join_url' in shown, others]).toEqual([first.id, false, []]);
    expect((await list(bob, { q: 'zither LESSON 100%' })).map(({ id }: any) => id)).toEqual([first.id]);
    expect(await list(bob, { q: 'zither%100' })).toEqual([]);
    expect(await list(bob, { host_id: ann.id, kind: 'group' })).toEqual([]);
    const mine = await list(ann, { mine: true });
    expect(mine.map(({ id, status, join_url }: any) => [id, status, join_url])).toEqual([
      [second.id, 'archived', null],
      [first.id, 'active', 'https://meet.example/z'],
    ]);
    const page = await studio.ask(ann, 'list-offerings', { mine: true, limit: 1 });
    const next = await studio.ask(ann, 'list-offerings', { mine: true, limit: 1, cursor: page.next_cursor });
    expect([page.offerings[0].id, next.offerings[0].id, next.next_cursor]).toEqual([second.id, first.id, null]);
    await studio.expectRefused(studio.nobody(), 'list-offerings', { mine: true }, 401, 'Not authenticated');
  });
});

describe('the availability of a host', () => {
  it('has no hours before it is set, and then what was given last', async () => {
    await studio.set(bob, { timezone: 'Asia/Tokyo' });
    const before = (await studio.ask(bob, 'get-availability')).availability;
    const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    expect(before).toEqual({ timezone: 'Asia/Tokyo', weekly: none, overrides: [], blocked: [], feed_url: null });
    const weekly = {
      mon: [
        ['09:00', '12:00'],
        ['13:00', '24:00'],
      ],
    };
    const overrides = [{ date: '2040-05-01', ranges: [] }];
    const blocked = [{ starts_at: '2040-06-01T00:00:00Z', ends_at: '2040-06-08T00:00:00Z', note: 'Away' }];
    const set = (await studio.ask(bob, 'set-availability', { weekly, overrides, blocked })).availability;
    expect(set).toMatchObject({ timezone: 'Asia/Tokyo', weekly: { ...none, ...weekly }, overrides, blocked });
    const zone = { timezone: 'Europe/Paris', weekly: { fri: [['10:00', '11:00']] } };
    const after = (await studio.ask(bob, 'set-availability', zone)).availability;
    expect(after).toMatchObject({ timezone: 'Europe/Paris', weekly: { ...none, ...zone.weekly }, overrides, blocked });
    expect((await studio.ask(bob, 'get-availability')).availability).toEqual(after);
    expect(after.feed_url).toBe(set.feed_url);
    const rotated = (await studio.ask(bob, 'set-availability', { rotate_feed: true })).availability;
    expect(rotated.feed_url).not.toBe(set.feed_url);
    expect((await studio.open(set.feed_url)).status).toBe(404);
    expect((await studio.open(rotated.feed_url)).status).toBe(200);
  });

  it('is refused where it makes no sense', async () => {
    const refuse = (input: object, error: string) => studio.expectRefused(ann, 'set-availability', input, 400, error);
    await refuse({ timezone: 'Mars/Olympus' }, 'Unknown time zone');
    await refuse({ weekly: { mon: [['12:00', '12:00']] } }, 'A range must end after it starts');
    await refuse(
      { overrides: [{ date: '2040-01-01', ranges: [['12:00', '09:00']] }] },
      'A range must end after it starts',
    );
    const starts_at = '2040-06-01T00:00:00Z';
    await refuse({ blocked: [{ starts_at, ends_at: starts_at }] }, 'A range must end after it starts');
    await refuse(
      {
        weekly: {
          mon: [
            ['12:00', '14:00'],
            ['09:00', '12:30'],
          ],
        },
      },
      'Ranges overlap',
    );
    const off = { date: '2040-01-01', ranges: [] };
    await refuse({ overrides: [off, off] }, 'Ranges overlap');
    for (const weekly of [
      { mon: [['9:00', '12:00']] },
      { mon: [['09:00']] },
      { mon: [['24:00', '24:00']] },
      { monday: [] },
      { mon: Array.from({ length: 7 }, () => ['09:00', '09:05']) },
    ]) {
      const { status, body } = await studio.call(ann, 'set-availability', { weekly });
      expect([status, body.error]).toEqual([400, 'Validation error']);
    }
  });

  it('leaves sessions as they are, and names those that are outside of it now', async () => {
    const offering = await studio.offering(ann);
    await studio.time(bob, offering, at(3, '10:00'));
    const late = (await studio.time(bob, offering, at(3, '15:00'))).session;
    const narrow = await studio.ask(ann, 'set-availability', { weekly: daily(['09:00', '12:00']) });
    expect(narrow.conflicts.map(({ id }: any) => id)).toEqual([late.id]);
    const blocked = [{ starts_at: at(3, '10:30'), ends_at: at(3, '11:30') }];
    expect((await studio.ask(ann, 'set-availability', { blocked })).conflicts).toHaveLength(2);
    expect((await studio.row('sessions', late.id)).status).toBe('scheduled');
    const whole = { weekly: daily(['00:00', '24:00']), blocked: [] };
    expect((await studio.ask(ann, 'set-availability', whole)).conflicts).toEqual([]);
  });

  it('is one schedule, however often it is set at once', async () => {
    const eve = await studio.person();
    const answers = await atOnce(20, (n) =>
      studio.call(eve, 'set-availability', { weekly: { mon: [['09:00', `1${n % 10}:00`]] } }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await studio.rows('SELECT FROM ext_live_sessions.schedules WHERE owner_id = $1', eve.id)).toHaveLength(1);
  });
});
