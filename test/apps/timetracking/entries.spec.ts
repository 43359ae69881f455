import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { ago, at, dayAgo, HOUR, TimeDesk } from './desk.js';

const NOBODY = '0190a1b2-0000-7000-8000-000000000000';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person();
});
afterAll(() => desk.stop());

describe('create-entry', () => {
  it('takes an end or a length, cut to whole seconds', async () => {
    const ended_at = at(1, '10:30').replace('Z', '.900Z');
    const started_at = at(1, '09:00').replace('Z', '.100Z');
    expect(await desk.entry(ann, { started_at, ended_at })).toMatchObject({
      started_at: at(1, '09:00').replace('Z', '.000Z'),
      seconds: 1.5 * HOUR,
      source: 'manual',
      local_date: dayAgo(1),
      currency: 'usd',
      rate: null,
      rate_source: 'none',
      amount: 0,
    });
    expect(await desk.entry(ann, { duration_seconds: 90 })).toMatchObject({ seconds: 90 });
  });

  it('refuses times that no entry can have', async () => {
    const started_at = at(1, '09:00');
    const end = 'Give ended_at or duration_seconds';
    await desk.expectRefused(ann, 'create-entry', { started_at }, 400, end);
    const both = { started_at, ended_at: at(1, '10:00'), duration_seconds: 60 };
    await desk.expectRefused(ann, 'create-entry', both, 400, end);
    for (const ended_at of [started_at, at(1, '08:00')])
      await desk.expectRefused(ann, 'create-entry', { started_at, ended_at }, 400, 'End must be after the start');
    const long = { started_at, duration_seconds: 24 * HOUR + 1 };
    await desk.expectRefused(ann, 'create-entry', long, 400, 'An entry is at most 24 hours');
    await desk.entry(ann, { started_at: at(3, '09:00'), duration_seconds: 24 * HOUR });
    const ahead = { started_at: ago(60), duration_seconds: 60 + 330 };
    await desk.expectRefused(ann, 'create-entry', ahead, 400, 'Entry is in the future');
    await desk.entry(ann, { started_at: ago(60), duration_seconds: 60 + 270 });
    await desk.call(ann, 'create-entry', { started_at, duration_seconds: 0 }).expect(400);
    await desk.call(ann, 'create-entry', { started_at, duration_seconds: Number.MAX_SAFE_INTEGER }).expect(400);
  });

  it('refuses projects and tasks as a timer does', async () => {
    const times = { started_at: at(1, '09:00'), duration_seconds: 60 };
    await desk.expectRefused(ann, 'create-entry', { ...times, project_id: NOBODY }, 404, 'Project not found');
    await desk.expectRefused(ann, 'create-entry', { ...times, task_id: NOBODY }, 404, 'Task not found');
    const task = await desk.task(ann, await desk.project(ann));
    const wrong = { ...times, task_id: task.id, project_id: (await desk.project(ann)).id };
    await desk.expectRefused(ann, 'create-entry', wrong, 400, 'Task belongs to another project');
  });

  it('has the rate of the entry, else of the task, the project, the settings', async () => {
    await desk.ask(ann, 'update-settings', { default_rate: 10 });
    const project = await desk.project(ann, { rate: 30 });
    const bare = await desk.project(ann);
    const task = await desk.task(ann, project, { rate: 40 });
    const plain = await desk.task(ann, project);
    const rates = [
      [{ task_id: task.id, rate: 50 }, 50, 'entry'],
      [{ task_id: task.id, rate: 0 }, 0, 'entry'],
      [{ task_id: task.id }, 40, 'task'],
      [{ task_id: plain.id }, 30, 'project'],
      [{ project_id: project.id, rate: null }, 30, 'project'],
      [{ project_id: bare.id }, 10, 'default'],
      [{}, 10, 'default'],
    ] as const;
    for (const [given, rate, rate_source] of rates)
      expect(await desk.entry(ann, given)).toMatchObject({ rate, rate_source, amount: rate });
  });

  it('is billable by the entry, else the task, the project, the settings; what is not is worth nothing', async () => {
    await desk.ask(ann, 'update-settings', { default_billable: false });
    const project = await desk.project(ann, { billable: true, rate: 10 });
    const free = await desk.task(ann, project, { billable: false });
    const paid = await desk.task(ann, await desk.project(ann, { billable: false }), { billable: true });
    expect(await desk.entry(ann)).toMatchObject({ billable: false });
    expect(await desk.entry(ann, { billable: true })).toMatchObject({ billable: true });
    expect(await desk.entry(ann, { project_id: project.id })).toMatchObject({ billable: true, amount: 10 });
    expect(await desk.entry(ann, { task_id: free.id })).toMatchObject({ billable: false, rate: 10, amount: 0 });
    expect(await desk.entry(ann, { task_id: paid.id })).toMatchObject({ billable: true });
  });

  it('is dated in the zone of the settings', async () => {
    await desk.ask(ann, 'update-settings', { timezone: 'Pacific/Auckland' });
    const entry = await desk.entry(ann, { started_at: at(3, '20:00') });
    expect(entry).toMatchObject({ local_date: dayAgo(2) });
    await desk.ask(ann, 'update-settings', { timezone: 'UTC' });
    expect(await desk.get(ann, entry.id)).toMatchObject({ local_date: dayAgo(2) });
  });

  it('has room for 500 entries a day, exactly under twenty calls at once', async () => {
    await desk.entry(ann, { started_at: at(5, '09:00') });
    await desk.rows(
      `INSERT INTO ext_timetracking.entries (owner_id, started_at, ended_at, local_date, billable, currency, rate_source, source)
       SELECT $1, $2::timestamptz, $2::timestamptz + interval '1 minute', $3, true, 'usd', 'none', 'manual'
       FROM generate_series(1, 489)`,
      ann.id,
      at(5, '10:00'),
      dayAgo(5),
    );
    const times = { started_at: at(5, '12:00'), duration_seconds: 60 };
    const answers = await atOnce(20, () => desk.call(ann, 'create-entry', times));
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    expect(refusals(answers)).toEqual([{ error: 'At most 500 entries a day' }]);
    const other = await desk.entry(ann, { started_at: at(6, '12:00') });
    const move = { entry_id: other.id, started_at: at(5, '09:00'), duration_seconds: 60 };
    await desk.expectRefused(ann, 'update-entry', move, 409, 'At most 500 entries a day');
  });

  it('lets one of twenty in where overlaps are not allowed', async () => {
    await desk.ask(ann, 'update-settings', { allow_overlap: false });
    const times = { started_at: at(1, '09:00'), duration_seconds: HOUR };
    const answers = await atOnce(20, () => desk.call(ann, 'create-entry', times));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Entry overlaps another entry' }]);
    const after = await desk.entry(ann, { started_at: at(1, '10:00') });
    const into = { entry_id: after.id, started_at: at(1, '09:59'), duration_seconds: 60 };
    await desk.expectRefused(ann, 'update-entry', into, 409, 'Entry overlaps another entry');
    await desk.ask(ann, 'update-entry', { entry_id: after.id, started_at: at(1, '10:30'), duration_seconds: HOUR });
  });
});

describe('delete-entry', () => {
  it('deletes an entry of the caller', async () => {
    const { id } = await desk.entry(ann);
    const bob = await desk.person();
    await desk.expectRefused(bob, 'delete-entry', { entry_id: id }, 403, 'Forbidden');
    expect(await desk.ask(ann, 'delete-entry', { entry_id: id })).toEqual({ message: 'Entry deleted' });
    await desk.expectRefused(ann, 'delete-entry', { entry_id: id }, 404, 'Entry not found');
  });

  it('leaves what is invoiced', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 10 });
    const { id } = await desk.entry(ann, { project_id: project.id });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.expectRefused(ann, 'delete-entry', { entry_id: id }, 409, 'Entry is invoiced');
    await desk.expectRefused(ann, 'update-entry', { entry_id: id, description: 'x' }, 409, 'Entry is invoiced');
    expect(await desk.get(ann, id)).toMatchObject({ invoiced: true, locked: false });
  });
});

describe('list-entries', () => {
  it('is newest first, with the seconds of all that the filter finds', async () => {
    const started = [4, 2, 3].map((days) => at(days, '09:00'));
    for (const started_at of started) await desk.entry(ann, { started_at });
    const first = await desk.ask(ann, 'list-entries', { limit: 2 });
    expect(first.entries.map((entry: any) => entry.local_date)).toEqual([dayAgo(2), dayAgo(3)]);
    expect(first.total_seconds).toBe(3 * HOUR);
    const rest = await desk.ask(ann, 'list-entries', { limit: 2, cursor: first.next_cursor });
    expect(rest).toMatchObject({ entries: [{ local_date: dayAgo(4) }], next_cursor: null, total_seconds: 3 * HOUR });
    expect((await desk.ask(await desk.person(), 'list-entries')).entries).toEqual([]);
  });

  it('finds by days, project, client, task, tag, billable, invoiced and words', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 10 });
    const task = await desk.task(ann, project);
    const a = await desk.entry(ann, { started_at: at(8, '09:00'), project_id: project.id });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    const b = await desk.entry(ann, { started_at: at(6, '09:00'), task_id: task.id, tags: ['red', 'blue'] });
    const c = await desk.entry(ann, { started_at: at(4, '09:00'), billable: false, description: 'A 100% call' });
    const found = async (filter: object) => {
      const { entries, total_seconds } = await desk.ask(ann, 'list-entries', filter);
      expect(total_seconds).toBe(entries.length * HOUR);
      return entries.map(({ id }: { id: string }) => id);
    };
    expect(await found({ from: dayAgo(6) })).toEqual([c.id, b.id]);
    expect(await found({ to: dayAgo(6) })).toEqual([b.id, a.id]);
    expect(await found({ from: dayAgo(6), to: dayAgo(6) })).toEqual([b.id]);
    expect(await found({ project_id: project.id })).toEqual([b.id, a.id]);
    expect(await found({ client_id: client.id })).toEqual([b.id, a.id]);
    expect(await found({ task_id: task.id })).toEqual([b.id]);
    expect(await found({ tag: 'blue' })).toEqual([b.id]);
    expect(await found({ billable: false })).toEqual([c.id]);
    expect(await found({ invoiced: true })).toEqual([a.id]);
    expect(await found({ invoiced: false, billable: true })).toEqual([b.id]);
    expect(await found({ q: '100% C' })).toEqual([c.id]);
    expect(await found({ q: '100_' })).toEqual([]);
  });
});
