import { BusinessTime, type Hours } from '../../../src/apps/support/sla/business-time.js';
import type { Account } from '../../support/service.js';
import { Scene } from './scene.js';

const at = (text: string) => new Date(`${text}Z`);
const time = (weekly: Hours['weekly'], more: Partial<Hours> = {}) =>
  new BusinessTime({ timezone: 'UTC', weekly, holidays: [], ...more });
const nine = [{ from: '09:00', to: '17:00' }];
const WEEK = { mon: nine, tue: nine, wed: nine, thu: nine, fri: nine };
const HOUR = 3600;

describe('business time', () => {
  it('is the hours of the desk, several a day and none on its days off', () => {
    const week = time(WEEK);
    // A Friday at four, and the Monday after it.
    expect(week.after(at('2026-03-06T16:00:00'), 2 * HOUR)).toEqual(at('2026-03-09T10:00:00'));
    expect(week.between(at('2026-03-06T16:00:00'), at('2026-03-09T10:00:00'))).toBe(2 * HOUR);
    expect(week.after(at('2026-03-06T16:00:00'), HOUR)).toEqual(at('2026-03-06T17:00:00'));
    expect(week.after(at('2026-03-07T12:00:00'), 60)).toEqual(at('2026-03-09T09:01:00'));
    const off = time(WEEK, { holidays: ['2026-03-09'] });
    expect(off.after(at('2026-03-06T16:00:00'), 2 * HOUR)).toEqual(at('2026-03-10T10:00:00'));
    const split = time({
      mon: [
        { from: '14:00', to: '24:00' },
        { from: '08:00', to: '12:00' },
      ],
    });
    expect(split.after(at('2026-03-09T11:00:00'), 2 * HOUR)).toEqual(at('2026-03-09T15:00:00'));
    expect(split.after(at('2026-03-09T23:00:00'), 2 * HOUR)).toEqual(at('2026-03-16T09:00:00'));
    expect(week.between(at('2026-03-09T10:00:00'), at('2026-03-09T09:00:00'))).toBe(0);
  });

  it('goes round the clock where there are no hours, but for days off', () => {
    expect(time({}).after(at('2026-03-07T12:00:00'), 30 * HOUR)).toEqual(at('2026-03-08T18:00:00'));
    expect(time({}).between(at('2020-01-01T00:00:00'), at('2026-01-01T00:00:00'))).toBe(2192 * 24 * HOUR);
    const off = time({}, { holidays: ['2026-03-08'] });
    expect(off.after(at('2026-03-07T12:00:00'), 13 * HOUR)).toEqual(at('2026-03-09T01:00:00'));
    expect(off.after(at('2026-03-07T12:00:00'), 0)).toEqual(at('2026-03-07T12:00:00'));
  });

  it('is that of the clocks of the zone, which change', () => {
    const zone = { timezone: 'Europe/Berlin' };
    const winter = time(WEEK, zone);
    expect(winter.after(at('2026-03-27T15:30:00'), HOUR)).toEqual(at('2026-03-30T07:30:00'));
    const night = time({ sun: [{ from: '00:00', to: '06:00' }] }, zone);
    const saturday = at('2026-03-28T12:00:00');
    expect(night.between(saturday, at('2026-03-30T00:00:00'))).toBe(5 * HOUR);
    expect(night.between(at('2026-10-24T12:00:00'), at('2026-10-26T00:00:00'))).toBe(7 * HOUR);
  });

  it('has no end within a year where there is too little of it', () => {
    const rare = time({ mon: [{ from: '09:00', to: '09:01' }] });
    expect(rare.after(at('2026-03-09T00:00:00'), 60 * 52)).not.toBeNull();
    const begun = Date.now();
    expect(rare.after(at('2026-03-09T00:00:00'), 60 * 60)).toBeNull();
    expect(Date.now() - begun).toBeLessThan(5000);
  });
});

describe('deadlines', () => {
  let scene: Scene;
  let ann: Account;
  let bob: Account;
  let dan: Account;
  let ticket: any;
  beforeAll(async () => {
    scene = await Scene.start();
  });
  beforeEach(async () => {
    [ann, bob] = (await scene.people(2)) as [Account, Account];
    dan = await scene.agent(ann);
    ticket = await scene.open(bob, ann, { priority: 'high' });
  });
  afterAll(() => scene.stop());

  const row = () => scene.row(ticket);
  const minutes = (later: Date, earlier: Date) => Math.round((+later - +earlier) / 60_000);
  const ofDeadlines = async (who: Account) =>
    (await scene.told(who, ticket))
      .filter(({ type }) => type.startsWith('support.sla'))
      .map(({ type, data }) => `${type.slice('support.sla_'.length)} ${data.clock}`);

  it('are warned of and missed, each told once', async () => {
    await scene.watch();
    expect(await ofDeadlines(ann)).toEqual([]);
    await scene.travel(ticket, '193 minutes');
    for (let run = 0; run < 2; run++) await scene.watch();
    expect(await ofDeadlines(ann)).toEqual(['at_risk response']);
    expect((await row()).warned_response_at).toBeInstanceOf(Date);
    await scene.update(ann, ticket, { assignee_id: dan.id });
    await scene.travel(ticket, '48 minutes');
    for (let run = 0; run < 2; run++) await scene.watch();
    expect(await row()).toMatchObject({ response_breached: true, resolution_breached: false });
    expect(await ofDeadlines(ann)).toEqual(['at_risk response', 'breached response']);
    expect(await ofDeadlines(dan)).toEqual(['breached response']);
    const { events } = await scene.get(ann, ticket);
    expect(events.filter(({ kind }: any) => kind === 'breached')).toMatchObject([
      { actor_id: null, data: { clock: 'response' } },
    ]);
    // The next deadline of the same clock is another one; what was missed stays so.
    await scene.reply(dan, ticket, { status: 'open' });
    await scene.reply(bob, ticket);
    expect(minutes((await row()).response_due_at, new Date())).toBe(240);
    await scene.travel(ticket, '241 minutes');
    await scene.watch();
    expect(await ofDeadlines(dan)).toEqual(['breached response', 'breached response']);
    expect((await row()).response_breached).toBe(true);
  });

  it('that have passed are missed also where the answer is quicker than the job', async () => {
    await scene.rows(
      `UPDATE ext_support.tickets SET response_due_at = now() - interval '1 second' WHERE id = $1`,
      ticket.id,
    );
    const { ticket: seen } = await scene.reply(dan, ticket);
    expect(seen).toMatchObject({ response_breached: true, response_due_at: null });
    expect(await ofDeadlines(ann)).toEqual(['breached response']);
    await scene.watch();
    expect(await ofDeadlines(ann)).toEqual(['breached response']);
  });

  it('stand while the customer is waited for, and run on with what is left', async () => {
    await scene.travel(ticket, '100 minutes');
    await scene.reply(dan, ticket);
    expect(await row()).toMatchObject({ resolution_due_at: null, clock_started_at: null });
    const used = (await row()).resolution_used_seconds;
    expect(Math.floor(used / 60)).toBe(100);
    await scene.travel(ticket, '3 days');
    await scene.watch();
    expect(await ofDeadlines(dan)).toEqual([]);
    await scene.reply(bob, ticket);
    const back = await row();
    expect(+back.resolution_due_at - +back.clock_started_at).toBe((1440 * 60 - used) * 1000);
    expect(minutes(back.response_due_at, back.response_started_at)).toBe(240);
    // A second question waits for the same answer.
    await scene.travel(ticket, '10 minutes');
    const { response_due_at } = await row();
    await scene.reply(bob, ticket);
    expect((await row()).response_due_at).toEqual(response_due_at);
    await scene.update(ann, ticket, { status: 'resolved' });
    expect(await row()).toMatchObject({ response_due_at: null, resolution_due_at: null });
    expect(Math.floor((await row()).resolution_used_seconds / 60)).toBe(110);
  });

  it('are worked out again for another priority, from where they began', async () => {
    await scene.travel(ticket, '30 minutes');
    await scene.update(ann, ticket, { priority: 'urgent' });
    const urgent = await row();
    expect(minutes(urgent.response_due_at, urgent.created_at)).toBe(60);
    expect(minutes(urgent.resolution_due_at, urgent.created_at)).toBe(480);
    const none = { first_response: null, next_response: null, resolution: null };
    const { settings } = await scene.ask(ann, 'get-settings');
    await scene.ask(ann, 'update-settings', { sla: { ...settings.sla, low: none } });
    expect((await row()).response_due_at).toEqual(urgent.response_due_at);
    await scene.update(ann, ticket, { priority: 'low' });
    expect(await row()).toMatchObject({ response_due_at: null, resolution_due_at: null });
    await scene.travel(ticket, '30 days');
    await scene.watch();
    expect(await ofDeadlines(ann)).toEqual([]);
  });

  it('count the hours of the desk alone', async () => {
    const closed = { timezone: 'UTC', weekly: { mon: [{ from: '00:00', to: '00:01' }] }, holidays: [] };
    const refused = { error: 'Business hours can never meet the targets' };
    await scene.call(ann, 'update-settings', { business_hours: closed }).expect(400, refused);
    // Kept from before such hours were refused: a target that is out of reach has no deadline.
    await scene.service.database.query(
      `INSERT INTO apps.settings AS s (user_id, app, values) VALUES ($1, 'support', $2)
       ON CONFLICT (user_id, app) DO UPDATE SET values = s.values || excluded.values`,
      [ann.id, JSON.stringify({ business_hours: closed })],
    );
    await scene.ask(ann, 'update-settings', { ratings: true });
    const other = await scene.open(bob, ann, { priority: 'high' });
    const { response_due_at, resolution_due_at } = await scene.row(other);
    expect([response_due_at, resolution_due_at]).toEqual([null, null]);
    const always = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [{ from: '00:00', to: '12:00' }]]),
    );
    await scene.ask(ann, 'update-settings', { business_hours: { ...closed, weekly: always } });
    const half = await scene.row(await scene.open(bob, ann));
    const hours = minutes(half.resolution_due_at, half.created_at) / 60;
    expect(hours).toBeGreaterThanOrEqual(84);
    expect(hours).toBeLessThanOrEqual(96);
  });

  it('end what nobody answers: resolved after a while, and closed', async () => {
    await scene.ask(ann, 'update-settings', { auto_resolve_days: 3, auto_close_days: 2 });
    await scene.reply(dan, ticket);
    await scene.travel(ticket, '71 hours');
    await scene.finish();
    expect((await row()).status).toBe('pending');
    await scene.travel(ticket, '2 hours');
    for (let run = 0; run < 2; run++) await scene.finish();
    expect(await row()).toMatchObject({ status: 'resolved', last_seq: 3 });
    const { messages } = await scene.get(bob, ticket);
    expect(messages.at(-1)).toMatchObject({ author_kind: 'system', author_id: null });
    expect((await scene.told(bob, ticket)).at(-1)).toMatchObject({
      type: 'support.status',
      data: { status: 'resolved', asks_rating: true },
    });
    await scene.travel(ticket, '49 hours');
    for (let run = 0; run < 2; run++) await scene.finish();
    expect((await row()).status).toBe('closed');
    const story = (await scene.get(bob, ticket)).events.map(({ kind, data }: any) => [kind, data.to]);
    expect(story).toEqual(['pending', 'resolved', 'closed'].map((to) => ['status', to]));
    const never = await scene.open(bob, ann);
    await scene.ask(ann, 'update-settings', { auto_resolve_days: null });
    await scene.reply(dan, never);
    await scene.travel(never, '300 days');
    await scene.finish();
    expect((await scene.row(never)).status).toBe('pending');
  });

  it('are set by settings that make sense', async () => {
    const { settings } = await scene.ask(ann, 'get-settings');
    expect(settings).toMatchObject({
      auto_assign: 'none',
      auto_close_days: 5,
      auto_resolve_days: null,
      reopen_days: 14,
      ratings: true,
      sla: { urgent: { first_response: 60, next_response: 120, resolution: 480 } },
      business_hours: { timezone: 'UTC', weekly: {}, holidays: [] },
    });
    const range = (from: string, to: string) => ({ from, to });
    const wrong = [
      { business_hours: { timezone: '+01:00' } },
      { business_hours: { weekly: { mon: [range('10:00', '09:00')] } } },
      { business_hours: { weekly: { mon: [range('09:00', '11:00'), range('10:00', '12:00')] } } },
      { business_hours: { weekly: { mon: Array(5).fill(range('09:00', '10:00')) } } },
      ...[null, 5, 'x', [null], [5], [{}], [{ from: 9, to: 10 }], [[]]].map((mon) => ({
        business_hours: { weekly: { mon } },
      })),
      { business_hours: { weekly: { someday: [] } } },
      { business_hours: { holidays: [5] } },
      { business_hours: { holidays: '2026-01-01' } },
      { business_hours: { holidays: ['2026-02-30'] } },
      { sla: { urgent: settings.sla.urgent } },
      { sla: { ...settings.sla, low: { first_response: 0, next_response: 1, resolution: 1 } } },
      { business_hours: { weekly: { mon: [range('09:00', '10:00')] } } },
      { sla: { ...settings.sla, low: { first_response: 1, next_response: 1, resolution: 40_321 } } },
      { auto_close_days: 0 },
      { auto_resolve_days: 91 },
      { reopen_days: -1 },
      { auto_assign: 'chance' },
      { auto_reply: 'x'.repeat(2001) },
    ];
    for (const change of wrong) await scene.call(ann, 'update-settings', change).expect(400);
    expect((await scene.ask(ann, 'get-settings')).settings).toEqual(settings);
  });

  it('are refused where the hours of a year are fewer than a target, whichever of both is changed', async () => {
    const error = 'Business hours can never meet the targets';
    const hour = [{ from: '09:00', to: '10:00' }];
    const weekly = { timezone: 'Europe/Berlin', weekly: { mon: hour }, holidays: [] };
    const refused = (change: object) => scene.refused(ann, 'update-settings', change, 400, error);
    await refused({ business_hours: weekly });
    const targets = { first_response: 60, next_response: 60, resolution: 240 };
    const none = { first_response: null, next_response: null, resolution: null };
    const sla = { urgent: targets, high: targets, normal: targets, low: none };
    await scene.ask(ann, 'update-settings', { business_hours: weekly, sla });
    await refused({ sla: { ...sla, low: { ...none, resolution: 60 * 60 } } });
    expect((await scene.ask(ann, 'get-settings')).settings).toMatchObject({ sla, business_hours: weekly });
    // At once, each is allowed by what was set before the other.
    const eased = await scene.person({ sla });
    const twins = await Promise.all([
      scene.call(eased, 'update-settings', { business_hours: weekly }),
      scene.call(eased, 'update-settings', { sla: { ...sla, low: { ...none, resolution: 60 * 60 } } }),
    ]);
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
