import type { Account } from '../../support/service.js';
import { HOUR, TimeDesk } from './desk.js';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person();
});
afterAll(() => desk.stop());

const report = (input: object) => desk.ask(ann, 'get-report', { from: '2020-03-01', to: '2020-03-31', ...input });
const made = (started_at: string, hours: number, given: object = {}) =>
  desk.entry(ann, { started_at, duration_seconds: Math.round(hours * HOUR), ...given });
const short = (groups: any[]) => groups.map(({ key, seconds }) => [key, seconds / HOUR]);
const labels = (groups: any[]) => groups.map(({ label, seconds }) => [label, seconds / HOUR]);

describe('the groups of a report', () => {
  it('are projects, clients and tasks by their names, with amounts per currency', async () => {
    const acme = await desk.client(ann, { name: 'Acme' });
    const zoo = await desk.client(ann, { name: 'Zoo', currency: 'eur' });
    const shop = await desk.project(ann, { name: 'Shop', client_id: acme.id, rate: 10 });
    const park = await desk.project(ann, { name: 'Park', client_id: zoo.id, rate: 20 });
    const task = await desk.task(ann, shop, { name: 'Design' });
    await made('2020-03-02T09:00:00Z', 1, { task_id: task.id });
    await made('2020-03-03T09:00:00Z', 2, { project_id: park.id });
    await made('2020-03-03T09:00:00Z', 4, { billable: false });
    const { totals, groups } = await report({ group_by: ['client', 'task'] });
    expect(totals).toEqual({ seconds: 7 * HOUR, billable_seconds: 3 * HOUR, amounts: { usd: 10, eur: 40 } });
    expect(groups).toMatchObject([
      { key: acme.id, label: 'Acme', amounts: { usd: 10 }, groups: [{ key: task.id, label: 'Design', seconds: HOUR }] },
      { key: null, label: 'No client', billable_seconds: 0, amounts: {}, groups: [{ label: 'No task' }] },
      { key: zoo.id, label: 'Zoo', amounts: { eur: 40 }, groups: [{ key: null, label: 'No task' }] },
    ]);
    expect(labels((await report({ group_by: ['project'] })).groups)).toEqual([
      ['No project', 4],
      ['Park', 2],
      ['Shop', 1],
    ]);
    expect(labels((await report({ group_by: ['billable'] })).groups)).toEqual([
      ['Billable', 3],
      ['Not billable', 4],
    ]);
    expect((await report({ group_by: ['day'], client_id: zoo.id })).totals.seconds).toBe(2 * HOUR);
    expect((await report({ group_by: ['day'], project_ids: [shop.id, park.id] })).totals.seconds).toBe(3 * HOUR);
    expect((await report({ group_by: ['day'], billable: false })).totals.seconds).toBe(4 * HOUR);
  });

  it('are days, weeks and months in their order', async () => {
    await made('2020-03-01T09:00:00Z', 1);
    await made('2020-03-02T09:00:00Z', 2);
    await made('2020-03-31T09:00:00Z', 4);
    await made('2020-04-01T09:00:00Z', 8);
    const by = async (name: string) => short((await report({ group_by: [name], to: '2020-04-30' })).groups);
    expect(await by('day')).toEqual([
      ['2020-03-01', 1],
      ['2020-03-02', 2],
      ['2020-03-31', 4],
      ['2020-04-01', 8],
    ]);
    expect(await by('month')).toEqual([
      ['2020-03', 7],
      ['2020-04', 8],
    ]);
    // The 1st of March is a Sunday.
    expect(await by('week')).toEqual([
      ['2020-02-24', 1],
      ['2020-03-02', 2],
      ['2020-03-30', 12],
    ]);
    await desk.ask(ann, 'update-settings', { week_start: 'sunday' });
    expect(await by('week')).toEqual([
      ['2020-03-01', 3],
      ['2020-03-29', 12],
    ]);
  });

  it('are two of them at once', async () => {
    await made('2020-03-29T20:00:00Z', 8, { tags: ['a', 'b'] });
    await made('2020-03-31T20:00:00Z', 8);
    const by = async (...group_by: string[]) => {
      const { groups } = await report({ group_by, to: '2020-04-30' });
      return groups.map(({ key, seconds, groups: inner }: any) => [key, seconds / HOUR, short(inner)]);
    };
    expect(await by('week', 'month')).toEqual([
      ['2020-03-23', 4, [['2020-03', 4]]],
      [
        '2020-03-30',
        12,
        [
          ['2020-03', 8],
          ['2020-04', 4],
        ],
      ],
    ]);
    expect(await by('month', 'week')).toEqual([
      [
        '2020-03',
        12,
        [
          ['2020-03-23', 4],
          ['2020-03-30', 8],
        ],
      ],
      ['2020-04', 4, [['2020-03-30', 4]]],
    ]);
    expect(await by('month', 'tag')).toEqual([
      [
        '2020-03',
        12,
        [
          [null, 4],
          ['a', 8],
          ['b', 8],
        ],
      ],
      ['2020-04', 4, [[null, 4]]],
    ]);
  });

  it('count an entry under each of its tags, and once in what lies above', async () => {
    const project = await desk.project(ann, { name: 'Tagged', rate: 10 });
    await made('2020-03-02T09:00:00Z', 1, { project_id: project.id, tags: ['a', 'b'] });
    await made('2020-03-02T09:00:00Z', 2, { project_id: project.id, tags: ['b'] });
    await made('2020-03-02T09:00:00Z', 4, { project_id: project.id });
    const { totals, groups } = await report({ group_by: ['tag'] });
    expect(totals).toMatchObject({ seconds: 7 * HOUR, amounts: { usd: 70 } });
    expect(labels(groups)).toEqual([
      ['No tag', 4],
      ['a', 1],
      ['b', 3],
    ]);
    const inner = await report({ group_by: ['project', 'tag'] });
    expect(inner).toMatchObject({ totals: { seconds: 7 * HOUR }, groups: [{ seconds: 7 * HOUR }] });
    expect(labels(inner.groups[0].groups)).toEqual([
      ['No tag', 4],
      ['a', 1],
      ['b', 3],
    ]);
    const outer = await report({ group_by: ['tag', 'project'] });
    expect(outer.totals.seconds).toBe(7 * HOUR);
    expect((await report({ group_by: ['project'], tag: 'b' })).totals.seconds).toBe(3 * HOUR);
  });

  it('leave out the running timer, and what others have', async () => {
    await desk.start(ann);
    await desk.entry(await desk.person(), { started_at: '2020-03-02T09:00:00Z' });
    expect(await report({ group_by: ['day'] })).toEqual({
      totals: { seconds: 0, billable_seconds: 0, amounts: {} },
      groups: [],
    });
  });
});

describe('the days of a report', () => {
  it('split entries at the midnights of the zone', async () => {
    await desk.ask(ann, 'update-settings', { timezone: 'Europe/Berlin', default_rate: 10 });
    await made('2020-03-02T21:00:00Z', 4);
    expect(short((await report({ group_by: ['day'] })).groups)).toEqual([
      ['2020-03-02', 2],
      ['2020-03-03', 2],
    ]);
    const cut = await report({ group_by: ['day'], from: '2020-03-03', to: '2020-03-03' });
    expect(cut).toMatchObject({ totals: { seconds: 2 * HOUR, amounts: { usd: 20 } } });
    expect((await report({ group_by: ['day'], from: '2020-03-04' })).groups).toEqual([]);
    expect((await report({ group_by: ['day'], to: '2020-03-02' })).totals.seconds).toBe(2 * HOUR);
  });

  it('are those of the zone of now, also for time that was saved in another one', async () => {
    await desk.ask(ann, 'update-settings', { timezone: 'Pacific/Kiritimati' });
    await made('2020-03-02T09:00:00Z', 2);
    await made('2020-03-02T23:00:00Z', 4);
    await made('2020-02-29T23:00:00Z', 8);
    await made('2020-03-31T12:00:00Z', 16);
    const days = async (timezone: string) => {
      await desk.ask(ann, 'update-settings', { timezone });
      return short((await report({ group_by: ['day'] })).groups);
    };
    expect(await days('UTC')).toEqual([
      ['2020-03-01', 7],
      ['2020-03-02', 3],
      ['2020-03-03', 3],
      ['2020-03-31', 12],
    ]);
    expect(await days('Pacific/Pago_Pago')).toEqual([
      ['2020-03-01', 2],
      ['2020-03-02', 4],
      ['2020-03-31', 16],
    ]);
  });

  it('have 23 and 25 hours where the clocks change', async () => {
    await desk.ask(ann, 'update-settings', { timezone: 'Europe/Berlin' });
    // 29 March has 23 hours, 25 October has 25.
    await made('2020-03-28T22:00:00Z', 24);
    await made('2020-10-24T21:00:00Z', 24);
    await made('2020-10-25T22:00:00Z', 3);
    expect(short((await report({ group_by: ['day'] })).groups)).toEqual([
      ['2020-03-28', 1],
      ['2020-03-29', 23],
    ]);
    const autumn = await report({ group_by: ['day'], from: '2020-10-24', to: '2020-10-26' });
    expect(short(autumn.groups)).toEqual([
      ['2020-10-24', 1],
      ['2020-10-25', 24],
      ['2020-10-26', 2],
    ]);
  });

  it('are right where the clocks skip a midnight', async () => {
    await desk.ask(ann, 'update-settings', { timezone: 'Africa/Cairo' });
    // Friday 28 April 2023 begins at 01:00 in Cairo.
    await made('2023-04-27T20:00:00Z', 4);
    const days = await report({ group_by: ['day'], from: '2023-04-01', to: '2023-04-30' });
    expect(short(days.groups)).toEqual([
      ['2023-04-27', 2],
      ['2023-04-28', 2],
    ]);
  });

  it('are 366 at most, in their order', async () => {
    const wish = { group_by: ['day'], from: '2019-01-01' };
    await desk.ask(ann, 'get-report', { ...wish, to: '2020-01-01' });
    await desk.expectRefused(ann, 'get-report', { ...wish, to: '2020-01-02' }, 400, 'Range is longer than 366 days');
    await desk.expectRefused(ann, 'get-report', { ...wish, to: '2018-12-31' }, 400, 'from must not be after to');
    for (const day of ['0001-01-01', '9999-12-31']) {
      const { body } = await desk.call(ann, 'get-report', { from: day, to: day, group_by: ['week', 'month'] });
      expect(body).toMatchObject({ groups: [] });
    }
    for (const group_by of [[], ['day', 'day'], ['day', 'week', 'month'], ['owner']])
      await desk.call(ann, 'get-report', { ...wish, to: '2019-01-02', group_by }).expect(400);
  });
});

describe('a rounded report', () => {
  it('counts entries as an invoice would: whole, on the day of their start', async () => {
    const rounding = { rounding_minutes: 15, rounding_mode: 'up', rounding_scope: 'entry' };
    await desk.ask(ann, 'update-settings', { ...rounding, default_rate: 60 });
    const down = await desk.project(ann, { rounding_minutes: 60, rounding_mode: 'down' });
    await made('2020-03-02T23:50:00Z', 0.5);
    await made('2020-03-03T09:00:00Z', 1 / HOUR);
    await made('2020-03-03T09:00:00Z', 1.9, { project_id: down.id });
    const { totals, groups } = await report({ group_by: ['day'], rounded: true });
    expect(short(groups)).toEqual([
      ['2020-03-02', 0.5],
      ['2020-03-03', 1.25],
    ]);
    expect(totals.amounts).toEqual({ usd: 105 });
  });

  it('rounds the sum of each line where the scope is a group', async () => {
    const rounding = { rounding_minutes: 60, rounding_mode: 'nearest', rounding_scope: 'group' };
    await desk.ask(ann, 'update-settings', { ...rounding, default_rate: 10 });
    for (const hours of [0.5, 0.25, 0.5]) await made('2020-03-02T09:00:00Z', hours);
    await made('2020-03-02T09:00:00Z', 0.5, { rate: 20 });
    const { totals } = await report({ group_by: ['project'], rounded: true });
    expect(totals).toEqual({ seconds: 2 * HOUR, billable_seconds: 2 * HOUR, amounts: { usd: 30 } });
    expect((await report({ group_by: ['project'] })).totals.seconds).toBe(1.75 * HOUR);
  });

  it('has the total of the invoice that is made of the same time', async () => {
    const client = await desk.client(ann);
    const a = await desk.project(ann, { client_id: client.id, rate: 33.33, rounding_minutes: 6 });
    const b = await desk.project(ann, { client_id: client.id, rate: 71.05 });
    await desk.ask(ann, 'update-settings', { rounding_minutes: 10, rounding_mode: 'nearest', rounding_scope: 'entry' });
    for (let n = 1; n <= 12; n++)
      await made('2020-03-05T09:00:00Z', n * 0.0713, { project_id: n % 2 ? a.id : b.id, tags: ['x', 'y'] });
    const { preview } = await desk.ask(ann, 'create-invoice', { client_id: client.id, preview: true });
    const { totals } = await report({ group_by: ['project'], rounded: true });
    expect([totals.seconds, totals.amounts.usd]).toEqual([preview.billed_seconds, preview.total]);
  });
});
