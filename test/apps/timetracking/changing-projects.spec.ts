import { ReleaseBatches } from '../../../src/apps/timetracking/jobs/release-batches.job.js';
import type { Account } from '../../support/service.js';
import { at, dayAgo, TimeDesk } from './desk.js';

const BILLED = 'Currency cannot change once time is billed';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
  ann = await desk.person();
});
afterAll(() => desk.stop());

const update = (project: { id: string }, given: object) =>
  desk.ask(ann, 'update-project', { project_id: project.id, ...given });
const expectRefused = (project: { id: string }, given: object, status: number, error: string) =>
  desk.expectRefused(ann, 'update-project', { project_id: project.id, ...given }, status, error);

describe('a rate of a project', () => {
  it('counts for time that is saved later', async () => {
    const project = await desk.project(ann, { rate: 50 });
    const before = await desk.entry(ann, { project_id: project.id });
    expect(await update(project, { rate: 70 })).toMatchObject({ project: { rate: 70 }, entries_changed: 0 });
    expect(await desk.get(ann, before.id)).toMatchObject({ rate: 50, amount: 50 });
    expect(await desk.entry(ann, { project_id: project.id })).toMatchObject({ rate: 70, rate_source: 'project' });
  });

  it('goes to saved time with apply_rate, where it is neither invoiced nor locked and came from the project', async () => {
    const bob = await desk.person();
    const client = await desk.client(bob);
    const project = await desk.project(bob, { rate: 50, client_id: client.id });
    const task = await desk.task(bob, project, { rate: 60 });
    const of = (given: object) => desk.entry(bob, { project_id: project.id, ...given });
    const invoiced = await of({});
    await desk.ask(bob, 'create-invoice', { client_id: client.id });
    const locked = await of({ started_at: at(9, '09:00') });
    const own = await of({ rate: 55 });
    const tasked = await of({ task_id: task.id });
    const open = await of({});
    await desk.ask(bob, 'lock-period', { until: dayAgo(8) });
    const input = { project_id: project.id, rate: 100, apply_rate: true };
    expect(await desk.ask(bob, 'update-project', input)).toMatchObject({ entries_changed: 1 });
    const rates = await Promise.all([invoiced, locked, own, tasked, open].map(({ id }) => desk.get(bob, id)));
    expect(rates.map(({ rate }) => rate)).toEqual([50, 50, 55, 60, 100]);
  });

  it('falls back to the default rate with apply_rate when it is taken away', async () => {
    const bob = await desk.person({ default_rate: 20 });
    const project = await desk.project(bob, { rate: 50 });
    const entry = await desk.entry(bob, { project_id: project.id });
    await desk.ask(bob, 'update-project', { project_id: project.id, rate: null, apply_rate: true });
    expect(await desk.get(bob, entry.id)).toMatchObject({ rate: 20, rate_source: 'default' });
  });
});

describe('the status of a project', () => {
  it('takes no new time when it is archived, and frees its name', async () => {
    const project = await desk.project(ann, { name: 'Old shop' });
    const entry = await desk.entry(ann, { project_id: project.id });
    const free = await desk.entry(ann);
    await update(project, { status: 'archived' });
    const archived = [409, 'Project is archived'] as const;
    const times = { started_at: at(1, '09:00'), duration_seconds: 60 };
    await desk.expectRefused(ann, 'create-entry', { ...times, project_id: project.id }, ...archived);
    await desk.expectRefused(ann, 'start-timer', { project_id: project.id }, ...archived);
    await desk.expectRefused(ann, 'start-timer', { continue_entry_id: entry.id }, ...archived);
    await desk.expectRefused(ann, 'update-entry', { entry_id: free.id, project_id: project.id }, ...archived);
    await desk.expectRefused(ann, 'bulk-update-entries', { entry_ids: [free.id], project_id: project.id }, ...archived);
    await desk.ask(ann, 'update-entry', { entry_id: entry.id, project_id: project.id, rate: 5 });
    await desk.project(ann, { name: 'old shop' });
    await expectRefused(project, { status: 'active' }, 409, 'A project with this name exists');
    expect(await update(project, { status: 'active', name: 'Oldest' })).toMatchObject({
      project: { status: 'active' },
    });
  });

  it('is not archived while its timer runs', async () => {
    const project = await desk.project(ann);
    await desk.start(ann, { project_id: project.id });
    await expectRefused(project, { status: 'archived' }, 409, 'A timer is running on this project');
    await desk.ask(ann, 'stop-timer');
    await update(project, { status: 'archived' });
  });

  it('keeps its name apart from others', async () => {
    await desk.project(ann, { name: 'Taken' });
    await expectRefused(await desk.project(ann), { name: 'taken' }, 409, 'A project with this name exists');
  });
});

describe('the currency of a project', () => {
  it('changes with the client, and not apart from it', async () => {
    const project = await desk.project(ann);
    const client = await desk.client(ann, { currency: 'eur' });
    expect(await update(project, { client_id: client.id })).toMatchObject({ project: { currency: 'eur' } });
    await expectRefused(project, { currency: 'usd' }, 400, "Currency differs from the client's");
    await expectRefused(project, { client_id: '0190a1b2-0000-7000-8000-000000000000' }, 404, 'Client not found');
    expect(await update(project, { client_id: null, currency: 'usd' })).toMatchObject({
      project: { currency: 'usd', client_id: null },
    });
  });

  it('does not change once time is billed, unless that invoice is void', async () => {
    const client = await desk.client(ann);
    const project = await desk.project(ann, { client_id: client.id, rate: 1 });
    await desk.entry(ann, { project_id: project.id });
    const { invoice_id } = await desk.ask(ann, 'create-invoice', { client_id: client.id });
    await expectRefused(project, { client_id: null, currency: 'eur' }, 409, BILLED);
    await update(project, { client_id: null, currency: 'usd' });
    await desk.voidInvoice(invoice_id);
    await desk.run(ReleaseBatches);
    await update(project, { currency: 'eur' });
  });

  it('keeps the amounts as the same numbers, where they have no more decimals than the currency', async () => {
    const project = await desk.project(ann, { rate: 80, budget_amount: 500 });
    const task = await desk.task(ann, project, { rate: 95 });
    expect(await update(project, { currency: 'jpy' })).toMatchObject({ project: { rate: 80, budget_amount: 500 } });
    const tasks = async () => (await desk.ask(ann, 'get-project', { project_id: project.id })).tasks;
    expect(await tasks()).toMatchObject([{ id: task.id, rate: 95 }]);
    await update(project, { currency: 'kwd', rate: 1.125 });
    expect(await tasks()).toMatchObject([{ rate: 95 }]);
    const { body } = await desk.call(ann, 'update-project', { project_id: project.id, currency: 'usd' }).expect(400);
    expect(body.details).toMatchObject([{ field: 'rate' }]);
    await update(project, { currency: 'usd', rate: 1.12 });
    await desk.ask(ann, 'save-task', { project_id: project.id, task_id: task.id, rate: 9.5 });
    await desk.call(ann, 'update-project', { project_id: project.id, currency: 'jpy', rate: 1 }).expect(400);
  });

  it('leaves entries in the former one out of the amounts of the project', async () => {
    const project = await desk.project(ann, { name: 'Moves', rate: 10 });
    await desk.entry(ann, { project_id: project.id });
    await update(project, { currency: 'eur' });
    await desk.entry(ann, { project_id: project.id });
    const { projects } = await desk.ask(ann, 'list-projects', { q: 'Moves' });
    expect(projects).toMatchObject([{ seconds: 7200, unbilled_seconds: 7200, unbilled_amount: 10 }]);
    const shown = await desk.ask(ann, 'get-project', { project_id: project.id });
    expect(shown.budget).toMatchObject({ seconds_used: 7200, amount_used: 10 });
    expect(shown.months.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(10);
    expect(await update(project, { apply_rate: true })).toMatchObject({ entries_changed: 2 });
    expect((await desk.ask(ann, 'get-project', { project_id: project.id })).budget).toMatchObject({ amount_used: 20 });
  });
});
