import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { at, dayAgo, HOUR, TimeDesk } from './desk.js';

const NOBODY = '0190a1b2-0000-7000-8000-000000000000';

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
  ann = await desk.person();
});
afterAll(() => desk.stop());

describe('create-project', () => {
  it('has the currency of its client, else the given one, else that of the settings', async () => {
    const client = await desk.client(ann, { currency: 'eur' });
    expect(await desk.project(ann, { client_id: client.id })).toMatchObject({ currency: 'eur', client_id: client.id });
    expect(await desk.project(ann, { client_id: client.id, currency: 'EUR' })).toMatchObject({ currency: 'eur' });
    expect(await desk.project(ann, { currency: 'CHF' })).toMatchObject({ currency: 'chf' });
    const bob = await desk.person({ default_currency: 'GBP' });
    expect(await desk.project(bob)).toMatchObject({ currency: 'gbp', billable: true, rate: null, status: 'active' });
  });

  it('keeps all that is said of it', async () => {
    const given = { color: '#1a2b3c', billable: false, rate: 80.5, rounding_minutes: 15, rounding_mode: 'nearest' };
    const budget = { budget_hours: 12.5, budget_amount: 1000 };
    const made = await desk.project(ann, { name: '  Web shop ', ...given, ...budget });
    expect(made).toMatchObject({ name: 'Web shop', ...given, ...budget });
  });

  it('refuses a client that is not theirs, another currency, a name that exists', async () => {
    const client = await desk.client(ann);
    await desk.expectRefused(ann, 'create-project', { name: 'A', client_id: NOBODY }, 404, 'Client not found');
    const bob = await desk.person();
    await desk.expectRefused(bob, 'create-project', { name: 'A', client_id: client.id }, 404, 'Client not found');
    const wrong = { name: 'A', client_id: client.id, currency: 'eur' };
    await desk.expectRefused(ann, 'create-project', wrong, 400, "Currency differs from the client's");
    await desk.project(ann, { name: 'Twice' });
    await desk.expectRefused(ann, 'create-project', { name: 'tWICE ' }, 409, 'A project with this name exists');
    await desk.project(bob, { name: 'Twice' });
  });

  it('refuses values that no project can have', async () => {
    const wrong = [
      { name: ' ' },
      { name: 'x'.repeat(161) },
      { color: 'red' },
      { rounding_minutes: 7 },
      { rounding_mode: 'off' },
      { rate: -1 },
      { budget_hours: -1 },
      { currency: 'xyzw' },
      { rate: 1.005 },
    ];
    for (const given of wrong) await desk.call(ann, 'create-project', { name: 'Wrong', ...given }).expect(400);
  });

  it('makes one of twenty projects with the same name at once', async () => {
    const answers = await atOnce(20, () => desk.call(ann, 'create-project', { name: 'At once' }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  });

  it('has a limit of 1,000 active projects, exact under twenty calls at once', async () => {
    const bob = await desk.person();
    await desk.rows(
      `INSERT INTO ext_timetracking.projects (owner_id, name, currency) SELECT $1, 'P' || n, 'usd' FROM generate_series(1, 990) n`,
      bob.id,
    );
    const answers = await atOnce(20, (n) => desk.call(bob, 'create-project', { name: `New ${n}` }));
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    await desk.expectRefused(bob, 'create-project', { name: 'More' }, 409, 'At most 1,000 active projects');
    const [{ id }] = await desk.rows('SELECT id FROM ext_timetracking.projects WHERE owner_id = $1 LIMIT 1', bob.id);
    await desk.ask(bob, 'update-project', { project_id: id, status: 'archived' });
    await desk.project(bob);
    const open = { project_id: id, status: 'active' };
    await desk.expectRefused(bob, 'update-project', open, 409, 'At most 1,000 active projects');
  });
});

describe('list-projects', () => {
  it('lists by name, with the client, the time and what is not billed', async () => {
    const bob = await desk.person();
    const client = await desk.client(bob, { name: 'Zoo' });
    const zebra = await desk.project(bob, { name: 'zebra', client_id: client.id, rate: 60 });
    const ape = await desk.project(bob, { name: 'Ape' });
    await desk.entry(bob, { project_id: zebra.id });
    await desk.entry(bob, { project_id: zebra.id, billable: false, duration_seconds: 60 });
    await desk.ask(bob, 'create-invoice', { client_id: client.id });
    await desk.entry(bob, { project_id: zebra.id, duration_seconds: 1800 });
    const { projects, next_cursor } = await desk.ask(bob, 'list-projects');
    expect(next_cursor).toBeNull();
    expect(projects).toMatchObject([
      { id: ape.id, client_name: null, seconds: 0, unbilled_seconds: 0, unbilled_amount: 0 },
      { id: zebra.id, client_name: 'Zoo', seconds: HOUR + 60 + 1800, unbilled_seconds: 1800, unbilled_amount: 30 },
    ]);
  });

  it('finds by client, status and a part of the name, page by page', async () => {
    const bob = await desk.person();
    const client = await desk.client(bob);
    for (const name of ['alpha', 'Beta', 'gamma']) await desk.project(bob, { name });
    const own = await desk.project(bob, { name: 'delta', client_id: client.id });
    await desk.ask(bob, 'update-project', { project_id: own.id, status: 'archived' });
    const names = async (input: object) =>
      (await desk.ask(bob, 'list-projects', input)).projects.map(({ name }: { name: string }) => name);
    expect(await names({})).toEqual(['alpha', 'Beta', 'gamma']);
    expect(await names({ q: 'ET' })).toEqual(['Beta']);
    expect(await names({ status: 'archived', client_id: client.id })).toEqual(['delta']);
    expect(await names({ client_id: client.id })).toEqual([]);
    const first = await desk.ask(bob, 'list-projects', { limit: 2 });
    const rest = await desk.ask(bob, 'list-projects', { limit: 2, cursor: first.next_cursor });
    expect([first.projects.length, rest.projects.length, rest.next_cursor]).toEqual([2, 1, null]);
  });
});

describe('get-project', () => {
  it('shows tasks, what is used of the budget, and the last twelve months', async () => {
    const project = await desk.project(ann, { rate: 50, budget_hours: 10, budget_amount: 200 });
    const task = await desk.task(ann, project, { estimate_hours: 2.5 });
    await desk.entry(ann, { task_id: task.id, started_at: at(1, '09:00'), duration_seconds: 2 * HOUR });
    await desk.entry(ann, { project_id: project.id, started_at: at(400, '09:00') });
    const shown = await desk.ask(ann, 'get-project', { project_id: project.id });
    expect(shown.tasks).toMatchObject([{ id: task.id, estimate_hours: 2.5, seconds: 2 * HOUR }]);
    expect(shown.budget).toEqual({ seconds_used: 3 * HOUR, seconds_left: 7 * HOUR, amount_used: 150, percent: 75 });
    expect(shown.months).toHaveLength(12);
    const month = dayAgo(1).slice(0, 7);
    expect(shown.months.find((one: { month: string }) => one.month === month)).toMatchObject({
      seconds: 2 * HOUR,
      amount: 100,
    });
    expect(shown.months.reduce((sum: number, one: { seconds: number }) => sum + one.seconds, 0)).toBe(2 * HOUR);
  });

  it('counts hours against a budget of hours, and has no share without a budget', async () => {
    const hours = await desk.project(ann, { budget_hours: 4 });
    await desk.entry(ann, { project_id: hours.id });
    const budget = async (id: string) => (await desk.ask(ann, 'get-project', { project_id: id })).budget;
    expect(await budget(hours.id)).toMatchObject({ percent: 25, seconds_left: 3 * HOUR });
    const none = await desk.project(ann);
    expect(await budget(none.id)).toEqual({ seconds_used: 0, seconds_left: null, amount_used: 0, percent: null });
  });

  it('is for its owner alone', async () => {
    const project = await desk.project(ann);
    const bob = await desk.person();
    for (const action of ['get-project', 'update-project', 'save-task'])
      await desk.expectRefused(bob, action, { project_id: project.id }, 403, 'Forbidden');
    await desk.expectRefused(ann, 'get-project', { project_id: NOBODY }, 404, 'Project not found');
  });
});

describe('save-task', () => {
  it('makes a task, changes it, and finishes it', async () => {
    const project = await desk.project(ann);
    const task = await desk.task(ann, project, { name: ' Design ', billable: false, rate: 90, estimate_hours: 1 });
    expect(task).toMatchObject({ name: 'Design', billable: false, rate: 90, estimate_hours: 1, status: 'active' });
    const change = { project_id: project.id, task_id: task.id, rate: null, billable: null, estimate_hours: null };
    const { task: changed } = await desk.ask(ann, 'save-task', { ...change, status: 'done' });
    expect(changed).toMatchObject({ name: 'Design', rate: null, billable: null, estimate_hours: null, status: 'done' });
    await desk.task(ann, project, { name: 'design' });
    const open = { project_id: project.id, task_id: task.id, status: 'active' };
    await desk.expectRefused(ann, 'save-task', open, 409, 'A task with this name exists');
  });

  it('refuses a task without a name, one that exists, one of another project', async () => {
    const project = await desk.project(ann);
    await desk.expectRefused(ann, 'save-task', { project_id: project.id }, 400, 'name is required');
    const answers = await atOnce(20, () => desk.call(ann, 'save-task', { project_id: project.id, name: 'One' }));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    await desk.expectRefused(
      ann,
      'save-task',
      { project_id: project.id, name: 'ONE' },
      409,
      'A task with this name exists',
    );
    const other = await desk.task(ann, await desk.project(ann));
    await desk.expectRefused(ann, 'save-task', { project_id: project.id, task_id: other.id }, 404, 'Task not found');
  });

  it('has a limit of 200 in a project, exact under twenty calls at once', async () => {
    const project = await desk.project(ann);
    await desk.rows(
      `INSERT INTO ext_timetracking.tasks (owner_id, project_id, name) SELECT $1, $2, 'T' || n FROM generate_series(1, 190) n`,
      ann.id,
      project.id,
    );
    const add = (name: string) => desk.call(ann, 'save-task', { project_id: project.id, name });
    expect(tally(await atOnce(20, (n) => add(`New ${n}`)))).toEqual({ 200: 10, 409: 10 });
    await add('More').expect(409, { error: 'At most 200 tasks in a project' });
  });

  it('makes sixty at once, while other time of the owner is changed', async () => {
    const project = await desk.project(ann);
    await desk.start(ann);
    const connection = await desk.service.database.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('SELECT FROM ext_timetracking.owner_state WHERE owner_id = $1 FOR UPDATE', [ann.id]);
      const made = await atOnce(60, (n) =>
        desk.call(ann, 'save-task', { project_id: project.id, name: `At once ${n}` }),
      );
      expect(tally(made)).toEqual({ 200: 60 });
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
    expect((await desk.ask(ann, 'get-project', { project_id: project.id })).tasks).toHaveLength(60);
  });

  it('waits until the currency of its project has changed', async () => {
    const project = await desk.project(ann, { currency: 'usd' });
    const connection = await desk.service.database.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('SELECT FROM ext_timetracking.projects WHERE id = $1 FOR UPDATE', [project.id]);
      await connection.query(`UPDATE ext_timetracking.projects SET currency = 'jpy' WHERE id = $1`, [project.id]);
      const saved = desk.task(ann, project, { rate: 500 });
      await desk.waiting(1);
      await connection.query('COMMIT');
      expect((await saved).rate).toBe(500);
      const [{ rate_minor }] = await desk.rows(
        'SELECT rate_minor FROM ext_timetracking.tasks WHERE project_id = $1',
        project.id,
      );
      expect(rate_minor).toBe('500');
    } finally {
      connection.release();
    }
  });
});
