import { atOnce, tally } from '../../account/at-once.js';
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

const update = async (id: string, given: object) =>
  (await desk.ask(ann, 'update-entry', { entry_id: id, ...given })).entry;
const bulk = (entries: { id: string }[], given: object) =>
  desk.ask(ann, 'bulk-update-entries', { entry_ids: entries.map(({ id }) => id), ...given });
const refusedBulk = (ids: string[], given: object, status: number, error: string) =>
  desk.expectRefused(ann, 'bulk-update-entries', { entry_ids: ids, ...given }, status, error);

describe('update-entry', () => {
  it('moves the start, the end, the length', async () => {
    const { id } = await desk.entry(ann, { started_at: at(2, '09:00'), description: 'Old', tags: ['a'] });
    expect(await update(id, { duration_seconds: 60 })).toMatchObject({
      ended_at: at(2, '09:01').replace('Z', '.000Z'),
    });
    expect(await update(id, { ended_at: at(2, '11:00') })).toMatchObject({ seconds: 2 * HOUR });
    expect(await update(id, { started_at: at(2, '10:00') })).toMatchObject({ seconds: HOUR });
    const moved = { started_at: at(4, '10:00'), duration_seconds: 60, description: 'New', tags: ['b', 'c'] };
    expect(await update(id, moved)).toMatchObject({
      local_date: dayAgo(4),
      seconds: 60,
      description: 'New',
      tags: ['b', 'c'],
    });
    const expectRefused = (given: object, error: string) =>
      desk.expectRefused(ann, 'update-entry', { entry_id: id, ...given }, 400, error);
    await expectRefused({ started_at: at(4, '10:01') }, 'End must be after the start');
    await expectRefused({ started_at: at(5, '10:00') }, 'An entry is at most 24 hours');
    await expectRefused({ ended_at: at(4, '11:00'), duration_seconds: 60 }, 'Give ended_at or duration_seconds');
    await expectRefused({ started_at: ago(60), duration_seconds: HOUR }, 'Entry is in the future');
  });

  it('changes the running one, which has no end', async () => {
    const { id } = await desk.start(ann);
    expect(await update(id, { started_at: ago(HOUR), description: 'Call' })).toMatchObject({
      ended_at: null,
      description: 'Call',
    });
    const expectRefused = (given: object, error: string) =>
      desk.expectRefused(ann, 'update-entry', { entry_id: id, ...given }, 400, error);
    await expectRefused({ ended_at: ago(1) }, 'The timer is still running');
    await expectRefused({ duration_seconds: 60 }, 'The timer is still running');
    await expectRefused({ started_at: ago(-60) }, 'Entry is in the future');
    await expectRefused({ started_at: ago(25 * HOUR) }, 'An entry is at most 24 hours');
  });

  it('derives the rate anew in another project or task, and nowhere else', async () => {
    const project = await desk.project(ann, { rate: 30 });
    const task = await desk.task(ann, project, { rate: 40 });
    const { id } = await desk.entry(ann, { project_id: project.id });
    await desk.ask(ann, 'update-project', { project_id: project.id, rate: 35 });
    for (const same of [{ project_id: project.id }, { task_id: null }, { project_id: project.id, task_id: null }])
      expect(await update(id, same)).toMatchObject({ rate: 30, rate_source: 'project' });
    expect(await update(id, { task_id: task.id })).toMatchObject({
      rate: 40,
      rate_source: 'task',
      project_id: project.id,
    });
    expect(await update(id, { task_id: null })).toMatchObject({ rate: 35, rate_source: 'project', task_id: null });
    const other = await desk.task(ann, await desk.project(ann, { rate: 50 }));
    expect(await update(id, { task_id: other.id })).toMatchObject({ rate: 50, project_id: other.project_id });
    expect(await update(id, { project_id: project.id })).toMatchObject({ rate: 35, task_id: null });
    expect(await update(id, { project_id: null })).toMatchObject({ rate: null, rate_source: 'none', project_id: null });
  });

  it('keeps a rate of its own, until it is given back', async () => {
    const project = await desk.project(ann, { rate: 30 });
    const { id } = await desk.entry(ann, { rate: 99.5 });
    expect(await update(id, { project_id: project.id })).toMatchObject({ rate: 99.5, rate_source: 'entry' });
    expect(await update(id, { rate: null })).toMatchObject({ rate: 30, rate_source: 'project' });
    expect(await update(id, { rate: 12, billable: false })).toMatchObject({ rate: 12, billable: false, amount: 0 });
    const yen = await desk.project(ann, { currency: 'jpy' });
    expect(await update(id, { project_id: yen.id })).toMatchObject({ rate: 12, currency: 'jpy', billable: false });
    await update(id, { project_id: project.id, rate: 12.5 });
    await desk.call(ann, 'update-entry', { entry_id: id, project_id: yen.id }).expect(400);
  });

  it('refuses what is not there or not theirs', async () => {
    const { id } = await desk.entry(ann);
    const bob = await desk.person();
    await desk.expectRefused(bob, 'update-entry', { entry_id: id }, 403, 'Forbidden');
    await desk.expectRefused(ann, 'update-entry', { entry_id: NOBODY }, 404, 'Entry not found');
    await desk.expectRefused(ann, 'update-entry', { entry_id: id, project_id: NOBODY }, 404, 'Project not found');
    await desk.expectRefused(ann, 'update-entry', { entry_id: id, task_id: NOBODY }, 404, 'Task not found');
    const task = await desk.task(ann, await desk.project(ann));
    for (const project_id of [null, (await desk.project(ann)).id]) {
      const wrong = { entry_id: id, project_id, task_id: task.id };
      await desk.expectRefused(ann, 'update-entry', wrong, 400, 'Task belongs to another project');
    }
  });
});

describe('bulk-update-entries', () => {
  it('moves entries, and keeps the place and the rate of those that are there already', async () => {
    const project = await desk.project(ann, { rate: 30 });
    const task = await desk.task(ann, project, { rate: 40 });
    const there = await desk.entry(ann, { task_id: task.id });
    const own = await desk.entry(ann, { rate: 7 });
    const free = await desk.entry(ann);
    await desk.ask(ann, 'save-task', { project_id: project.id, task_id: task.id, rate: 45 });
    expect(await bulk([there, own, free], { project_id: project.id, billable: false })).toEqual({
      updated: 3,
      deleted: 0,
    });
    const shown = await Promise.all([there, own, free].map(({ id }) => desk.get(ann, id)));
    expect(shown).toMatchObject([
      { task_id: task.id, rate: 40, billable: false },
      { task_id: null, rate: 7, rate_source: 'entry', project_id: project.id },
      { task_id: null, rate: 30, rate_source: 'project' },
    ]);
    await bulk([there, free], { task_id: task.id });
    expect(await desk.get(ann, free.id)).toMatchObject({ task_id: task.id, rate: 45 });
    expect(await desk.get(ann, there.id)).toMatchObject({ rate: 40 });
    await bulk([there, own], { task_id: null });
    expect(await desk.get(ann, there.id)).toMatchObject({ task_id: null, rate: 30, project_id: project.id });
    await bulk([there, own], { project_id: null });
    expect(await desk.get(ann, there.id)).toMatchObject({ project_id: null, rate: null });
  });

  it('adds and removes tags, ten at most', async () => {
    const a = await desk.entry(ann, { tags: ['x', 'y'] });
    const b = await desk.entry(ann);
    await bulk([a, b], { add_tags: ['z', ' z'], remove_tags: ['x'] });
    expect(await desk.get(ann, a.id)).toMatchObject({ tags: ['y', 'z'] });
    expect(await desk.get(ann, b.id)).toMatchObject({ tags: ['z'] });
    const many = Array.from({ length: 9 }, (_, n) => `t${n}`);
    await refusedBulk([b.id, a.id], { add_tags: many }, 400, 'An entry has at most 10 tags');
    expect(await desk.get(ann, b.id)).toMatchObject({ tags: ['z'] });
  });

  it('deletes', async () => {
    const entries = [await desk.entry(ann), await desk.entry(ann)];
    expect(await bulk(entries, { delete: true })).toEqual({ updated: 0, deleted: 2 });
    expect((await desk.ask(ann, 'list-entries')).entries).toEqual([]);
  });

  it('does all or nothing', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 10 });
    const free = await desk.entry(ann, { started_at: at(1, '09:00') });
    const locked = await desk.entry(ann, { started_at: at(9, '09:00') });
    const invoiced = await desk.entry(ann, { started_at: at(2, '09:00'), project_id: project.id });
    await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await desk.ask(ann, 'lock-period', { until: dayAgo(8) });
    const theirs = await desk.entry(await desk.person());
    for (const given of [{ billable: false }, { delete: true }]) {
      for (const id of [theirs.id, NOBODY]) await refusedBulk([free.id, id], given, 404, 'Entry not found');
      await refusedBulk([free.id, locked.id], given, 409, `Period is locked: ${locked.id}`);
      await refusedBulk([invoiced.id, free.id], given, 409, `Entry is invoiced: ${invoiced.id}`);
    }
    expect(await desk.get(ann, free.id)).toMatchObject({ billable: true });
    for (const nothing of [{}, { delete: false }, { add_tags: [], remove_tags: [] }])
      await refusedBulk([free.id], nothing, 400, 'Nothing to change');
    await refusedBulk([free.id], { project_id: NOBODY }, 404, 'Project not found');
    await refusedBulk([free.id], { task_id: NOBODY }, 404, 'Task not found');
    const task = await desk.task(ann, project);
    await refusedBulk([free.id], { project_id: null, task_id: task.id }, 400, 'Task belongs to another project');
    for (const entry_ids of [[], Array(201).fill(free.id), [free.id, free.id]])
      await desk.call(ann, 'bulk-update-entries', { entry_ids, billable: true }).expect(400);
  });
});

describe('lock-period', () => {
  it('closes all days up to one, and opens them again', async () => {
    expect(await desk.ask(ann, 'lock-period', { until: dayAgo(3) })).toEqual({
      locked_until: dayAgo(3),
      previous: null,
    });
    expect(await desk.ask(ann, 'lock-period', { until: dayAgo(5) })).toEqual({
      locked_until: dayAgo(5),
      previous: dayAgo(3),
    });
    expect(await desk.ask(ann, 'lock-period', { until: null })).toEqual({ locked_until: null, previous: dayAgo(5) });
    const { activity } = await desk.ask(ann, 'activity');
    expect(activity.map(({ action }: { action: string }) => action)).toEqual(Array(3).fill('lock-period'));
    await desk.expectRefused(ann, 'lock-period', { until: dayAgo(0) }, 400, 'Lock date must be before today');
    await desk.call(ann, 'lock-period', {}).expect(400);
  });

  it('lets no entry of these days be made, changed or deleted', async () => {
    const old = await desk.entry(ann, { started_at: at(3, '09:00') });
    const late = await desk.entry(ann, { started_at: at(2, '09:00') });
    await desk.ask(ann, 'lock-period', { until: dayAgo(3) });
    const locked = [409, 'Period is locked'] as const;
    const into = { started_at: at(3, '20:00'), duration_seconds: 60 };
    await desk.expectRefused(ann, 'create-entry', into, ...locked);
    await desk.expectRefused(ann, 'update-entry', { entry_id: late.id, ...into }, ...locked);
    await desk.expectRefused(ann, 'update-entry', { entry_id: old.id, description: 'x' }, ...locked);
    await desk.expectRefused(ann, 'delete-entry', { entry_id: old.id }, ...locked);
    expect(await desk.get(ann, old.id)).toMatchObject({ locked: true });
    expect(await desk.get(ann, late.id)).toMatchObject({ locked: false });
    await desk.ask(ann, 'lock-period', { until: null });
    await desk.ask(ann, 'delete-entry', { entry_id: old.id });
  });

  it('is not passed by an entry at the same moment', async () => {
    const times = { started_at: at(3, '09:00'), duration_seconds: 60 };
    const answers = await atOnce(20, (n) =>
      n === 10 ? desk.call(ann, 'lock-period', { until: dayAgo(2) }) : desk.call(ann, 'create-entry', times),
    );
    const { 200: ok = 0 } = tally(answers);
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    await desk.expectRefused(ann, 'create-entry', times, 409, 'Period is locked');
    expect((await desk.ask(ann, 'list-entries')).entries).toHaveLength(ok - 1);
  });
});
