import type { Account } from '../../support/service.js';
import { dayAgo, at, HOUR, TimeDesk } from './desk.js';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person();
});
afterAll(() => desk.stop());

const TABLES = ['projects', 'tasks', 'entries', 'invoice_batches', 'owner_state'];

describe('the stats', () => {
  it('are those of the days, by currency', async () => {
    const client = await desk.client(ann);
    const shop = await desk.project(ann, { name: 'Shop', client_id: client.id, rate: 80 });
    const park = await desk.project(ann, { name: 'Park', currency: 'eur', rate: 50 });
    await desk.entry(ann, { started_at: at(3, '09:00'), project_id: shop.id, duration_seconds: 2 * HOUR });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.entry(ann, { started_at: at(2, '09:00'), project_id: park.id, duration_seconds: HOUR });
    await desk.entry(ann, { started_at: at(2, '12:00'), project_id: shop.id, billable: false });
    await desk.entry(ann, { started_at: at(9, '12:00'), project_id: shop.id });
    const stats = async (given: object = {}) =>
      (await desk.ask(ann, 'stats', { from: dayAgo(3), to: dayAgo(0), ...given })).stats;
    expect(await stats()).toEqual({
      seconds_tracked: 4 * HOUR,
      billable_seconds: 3 * HOUR,
      billable_share: 0.75,
      amounts_earned: { usd: 160, eur: 50 },
      unbilled: { seconds: 2 * HOUR, amounts: { usd: 80, eur: 50 } },
      invoiced: { usd: 160 },
      average_rate: { usd: 80, eur: 50 },
      active_days: 2,
      top_projects: [
        { id: shop.id, name: 'Shop', seconds: 3 * HOUR },
        { id: park.id, name: 'Park', seconds: HOUR },
      ],
      running: false,
    });
    await desk.start(ann);
    expect(await stats({ to: dayAgo(3) })).toMatchObject({ seconds_tracked: 2 * HOUR, running: true, invoiced: {} });
  });

  it('leave out what is released', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 10 });
    await desk.entry(ann, { project_id: project.id });
    const { invoice_id } = await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.voidInvoice(invoice_id);
    await desk.ask(ann, 'create-invoice', { client_id: client.id, preview: true });
    expect((await desk.ask(ann, 'stats')).stats).toMatchObject({ invoiced: {}, unbilled: { amounts: { usd: 10 } } });
  });

  it('of somebody without time are zero', async () => {
    expect((await desk.ask(ann, 'stats')).stats).toMatchObject({
      seconds_tracked: 0,
      billable_share: null,
      amounts_earned: {},
      average_rate: {},
      active_days: 0,
      top_projects: [],
    });
  });
});

describe('the settings', () => {
  it('have defaults, and refuse what they do not know', async () => {
    expect((await desk.ask(ann, 'get-settings')).settings).toEqual({
      timezone: 'UTC',
      week_start: 'monday',
      default_currency: 'usd',
      default_rate: null,
      default_billable: true,
      rounding_minutes: 0,
      rounding_mode: 'up',
      rounding_scope: 'entry',
      stop_running: true,
      allow_overlap: true,
      max_timer_hours: 12,
    });
    const wrong = [
      { timezone: 'Mars/Base' },
      { week_start: 'friday' },
      { default_currency: 'money' },
      { default_rate: -1 },
      { rounding_minutes: 7 },
      { rounding_scope: 'day' },
      { max_timer_hours: 0 },
      { max_timer_hours: 25 },
    ];
    for (const given of wrong) await desk.call(ann, 'update-settings', given).expect(400);
  });
});

describe('what a user owns', () => {
  const everything = async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 10 });
    const task = await desk.task(ann, project);
    await desk.entry(ann, { task_id: task.id });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.start(ann, { project_id: project.id });
  };

  it('is exported', async () => {
    await everything();
    const { export: own } = await desk.ask(ann, 'export');
    expect(Object.keys(own).toSorted()).toEqual(TABLES.toSorted());
    expect(TABLES.map((table) => own[table].length)).toEqual([1, 1, 2, 1, 1]);
    const { export: none } = await desk.ask(await desk.person(), 'export');
    expect(TABLES.map((table) => none[table].length)).toEqual([0, 0, 0, 0, 0]);
  });

  it('goes with the account', async () => {
    await everything();
    await ann.client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
    await desk.service.jobsDone();
    for (const table of TABLES)
      expect(await desk.rows(`SELECT FROM ext_timetracking.${table} WHERE owner_id = $1`, ann.id)).toEqual([]);
  });
});
