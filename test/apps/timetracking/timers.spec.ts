import { EndForgottenTimers } from '../../../src/apps/timetracking/jobs/end-forgotten-timers.job.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { ago, at, dayAgo, HOUR, MINUTE, TimeDesk } from './desk.js';

const NOBODY = '0190a1b2-0000-7000-8000-000000000000';
/** Now, in milliseconds, without the part of a second. */
const wholeSecond = () => Math.floor(Date.now() / 1_000) * 1_000;

let desk: TimeDesk;
let ann: Account;
beforeAll(async () => {
  desk = await TimeDesk.start();
});
beforeEach(async () => {
  ann = await desk.person();
});
afterAll(() => desk.stop());

describe('start-timer', () => {
  it('starts now, and ends the timer that runs at the same moment', async () => {
    const project = await desk.project(ann, { rate: 80 });
    const before = wholeSecond();
    const first = await desk.ask(ann, 'start-timer', {
      project_id: project.id,
      tags: ['a', ' a '],
      description: 'Page',
    });
    expect(Date.parse(first.entry.started_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(first.entry.started_at)).toBeLessThanOrEqual(Date.now());
    expect(first).toMatchObject({
      entry: { ended_at: null, seconds: null, amount: null, rate: 80, source: 'timer', tags: ['a'], locked: false },
      stopped: null,
    });
    await desk.travel(first.entry.id, HOUR);
    const second = await desk.ask(ann, 'start-timer');
    expect(second.stopped).toMatchObject({ id: first.entry.id, ended_at: second.entry.started_at, rate: 80 });
    expect(second.stopped.amount).toBeGreaterThanOrEqual(80);
  });

  it('starts up to 24 hours ago, and never ahead', async () => {
    const started_at = ago(23 * HOUR);
    const entry = await desk.start(ann, { started_at });
    expect(entry).toMatchObject({ started_at: `${started_at.slice(0, 19)}.000Z`, local_date: started_at.slice(0, 10) });
    await desk.expectRefused(
      ann,
      'start-timer',
      { started_at: ago(25 * HOUR) },
      400,
      'Start is more than 24 hours ago',
    );
    await desk.expectRefused(ann, 'start-timer', { started_at: ago(-60) }, 400, 'Entry is in the future');
    const earlier = { started_at: ago(23.5 * HOUR) };
    await desk.expectRefused(ann, 'start-timer', earlier, 400, "Start is before the running timer's start");
  });

  it('leaves the running timer alone where the call or the setting says so', async () => {
    await desk.start(ann);
    await desk.expectRefused(ann, 'start-timer', { stop_running: false }, 409, 'A timer is already running');
    await desk.ask(ann, 'update-settings', { stop_running: false });
    await desk.expectRefused(ann, 'start-timer', {}, 409, 'A timer is already running');
    await desk.ask(ann, 'start-timer', { stop_running: true });
  });

  it('goes on with an old entry', async () => {
    const project = await desk.project(ann);
    const task = await desk.task(ann, project);
    const old = { task_id: task.id, description: 'Page', tags: ['x'], billable: false, rate: 7 };
    const { id } = await desk.entry(ann, old);
    const copy = { project_id: project.id, task_id: task.id, description: 'Page', tags: ['x'], billable: false };
    expect(await desk.start(ann, { continue_entry_id: id })).toMatchObject({
      ...copy,
      rate: null,
      rate_source: 'none',
    });
    expect(
      await desk.start(ann, { continue_entry_id: id, task_id: null, description: '', billable: true }),
    ).toMatchObject({ ...copy, task_id: null, description: '', billable: true });
    const other = await desk.task(ann, await desk.project(ann));
    expect(await desk.start(ann, { continue_entry_id: id, task_id: other.id })).toMatchObject({ task_id: other.id });
    expect(await desk.start(ann, { continue_entry_id: id, project_id: null })).toMatchObject({ task_id: null });
  });

  it('refuses what is not theirs, and a task of another project', async () => {
    const bob = await desk.person();
    const project = await desk.project(bob);
    const task = await desk.task(bob, project);
    const { id } = await desk.entry(bob);
    await desk.expectRefused(ann, 'start-timer', { project_id: project.id }, 404, 'Project not found');
    await desk.expectRefused(ann, 'start-timer', { task_id: task.id }, 404, 'Task not found');
    await desk.expectRefused(ann, 'start-timer', { continue_entry_id: id }, 404, 'Entry not found');
    await desk.expectRefused(ann, 'start-timer', { continue_entry_id: NOBODY }, 404, 'Entry not found');
    const wrong = { project_id: (await desk.project(bob)).id, task_id: task.id };
    await desk.expectRefused(bob, 'start-timer', wrong, 400, 'Task belongs to another project');
    await desk.expectRefused(
      bob,
      'start-timer',
      { project_id: null, task_id: task.id },
      400,
      'Task belongs to another project',
    );
    for (const tags of [Array(11).fill('t'), ['x'.repeat(41)], [' ']])
      await desk.call(ann, 'start-timer', { tags }).expect(400);
  });

  it('does not start in a locked period', async () => {
    await desk.ask(ann, 'lock-period', { until: dayAgo(1) });
    // Within 24 hours at any time of the day.
    const started_at = `${dayAgo(1)}T23:59:59Z`;
    await desk.expectRefused(ann, 'start-timer', { started_at }, 409, 'Period is locked');
  });

  it('tests overlaps where they are not allowed, the stopped timer included', async () => {
    await desk.ask(ann, 'update-settings', { allow_overlap: false });
    await desk.entry(ann, { started_at: ago(2 * HOUR), duration_seconds: HOUR });
    await desk.expectRefused(ann, 'start-timer', { started_at: ago(1.5 * HOUR) }, 409, 'Entry overlaps another entry');
    const started_at = ago(HOUR - 5);
    const first = await desk.start(ann, { started_at });
    // The stopped one counts a second, which is in the way.
    await desk.expectRefused(ann, 'start-timer', { started_at }, 409, 'Entry overlaps another entry');
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ entry: { id: first.id } });
    const during = { started_at: ago(600), duration_seconds: 60 };
    await desk.expectRefused(ann, 'create-entry', during, 409, 'Entry overlaps another entry');
    await desk.start(ann, { started_at: ago(60) });
  });

  it('leaves one timer of twenty starts at once', async () => {
    const answers = await atOnce(20, () => desk.call(ann, 'start-timer', { stop_running: true }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const [{ running, made }] = await desk.rows(
      `SELECT count(*) FILTER (WHERE ended_at IS NULL)::int AS running, count(*)::int AS made
       FROM ext_timetracking.entries WHERE owner_id = $1`,
      ann.id,
    );
    expect({ running, made }).toEqual({ running: 1, made: 20 });
    const bob = await desk.person();
    const single = await atOnce(20, () => desk.call(bob, 'start-timer', { stop_running: false }));
    expect(tally(single)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(single)).toEqual([{ error: 'A timer is already running' }]);
  });
});

describe('stop-timer', () => {
  it('ends the timer now or at a moment, and tells what it is worth', async () => {
    const project = await desk.project(ann, { rate: 80 });
    const started_at = ago(2 * HOUR);
    await desk.start(ann, { project_id: project.id, started_at });
    const ended_at = new Date(Date.parse(started_at) + 5_230_000).toISOString();
    const { entry } = await desk.ask(ann, 'stop-timer', { ended_at });
    expect(entry).toMatchObject({ seconds: 5230, rate: 80, amount: 116.22, invoiced: false, auto_stopped: false });
    await desk.expectRefused(ann, 'stop-timer', {}, 404, 'No timer is running');
  });

  it('refuses an end before the start or ahead, and counts a second at least', async () => {
    const { started_at } = await desk.start(ann);
    const after = 'End must be after the start';
    await desk.expectRefused(ann, 'stop-timer', { ended_at: started_at }, 400, after);
    await desk.expectRefused(ann, 'stop-timer', { ended_at: ago(-60) }, 400, 'Entry is in the future');
    const { entry } = await desk.ask(ann, 'stop-timer');
    expect(entry.seconds).toBeGreaterThanOrEqual(1);
    expect(entry.seconds * 1_000).toBeLessThanOrEqual(Math.max(1_000, Date.now() - Date.parse(started_at)));
  });

  it('gives one entry to twenty stops at once', async () => {
    await desk.start(ann);
    const answers = await atOnce(20, () => desk.call(ann, 'stop-timer'));
    expect(tally(answers)).toEqual({ 200: 1, 404: 19 });
    expect(refusals(answers)).toEqual([{ error: 'No timer is running' }]);
  });

  it('ends a timer of more than 24 hours after 24 hours', async () => {
    const { id } = await desk.start(ann);
    await desk.travel(id, 30 * HOUR);
    expect((await desk.ask(ann, 'stop-timer')).entry.seconds).toBe(24 * HOUR);
  });
});

describe('get-current-timer and discard-timer', () => {
  it('show the running timer with the time of the server', async () => {
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ entry: null, auto_stopped: null });
    const { id } = await desk.start(ann);
    const before = wholeSecond();
    const shown = await desk.ask(ann, 'get-current-timer');
    expect(shown).toMatchObject({ entry: { id, ended_at: null }, auto_stopped: null });
    expect(Date.parse(shown.server_time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(shown.server_time)).toBeLessThanOrEqual(Date.now());
    await desk.entry(ann, { started_at: ago(60), duration_seconds: 60 });
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ entry: { id } });
  });

  it('delete the running entry, once', async () => {
    await desk.start(ann);
    const answers = await atOnce(20, () => desk.call(ann, 'discard-timer'));
    expect(tally(answers)).toEqual({ 200: 1, 404: 19 });
    expect(refusals(answers)).toEqual([{ error: 'No timer is running' }]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ message: 'Timer discarded' });
    expect((await desk.ask(ann, 'list-entries')).entries).toEqual([]);
  });
});

describe('a forgotten timer', () => {
  it('ends after the hours of the setting, and is shown until the next start', async () => {
    await desk.ask(ann, 'update-settings', { max_timer_hours: 2 });
    const { id } = await desk.start(ann);
    const bob = await desk.person();
    const theirs = await desk.start(bob);
    for (const one of [id, theirs.id]) await desk.travel(one, 3 * HOUR);
    await desk.run(EndForgottenTimers);
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({
      entry: null,
      auto_stopped: { id, seconds: 2 * HOUR, auto_stopped: true, locked: false },
    });
    expect(await desk.ask(bob, 'get-current-timer')).toMatchObject({ entry: { id: theirs.id } });
    // An entry that is made by hand is no start, and a start before the forgotten one is one.
    await desk.entry(ann);
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ auto_stopped: { id } });
    await desk.start(ann, { started_at: ago(20 * HOUR) });
    await desk.ask(ann, 'stop-timer', { ended_at: ago(19 * HOUR) });
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ entry: null, auto_stopped: null });
  });

  it('is shown as locked in a locked period', async () => {
    const { id } = await desk.start(ann);
    await desk.travel(id, 48 * HOUR);
    await desk.rows('UPDATE ext_timetracking.entries SET local_date = $2 WHERE id = $1', id, dayAgo(2));
    await desk.expectRefused(ann, 'lock-period', { until: dayAgo(1) }, 409, 'A timer is running in this period');
    await desk.run(EndForgottenTimers);
    await desk.ask(ann, 'lock-period', { until: dayAgo(1) });
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ auto_stopped: { id, locked: true } });
  });

  it('is left while its owner changes it, and ends by the start that it has then', async () => {
    const { id } = await desk.start(ann);
    await desk.travel(id, 13 * HOUR);
    const connection = await desk.service.database.connect();
    try {
      await connection.query('BEGIN');
      await connection.query('SELECT FROM ext_timetracking.owner_state WHERE owner_id = $1 FOR UPDATE', [ann.id]);
      await desk.run(EndForgottenTimers);
      expect((await desk.get(ann, id)).ended_at).toBeNull();
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
    await desk.ask(ann, 'update-entry', { entry_id: id, started_at: ago(11 * HOUR) });
    await desk.run(EndForgottenTimers);
    expect((await desk.get(ann, id)).ended_at).toBeNull();
    await desk.ask(ann, 'update-entry', { entry_id: id, started_at: ago(12 * HOUR + MINUTE) });
    await atOnce(5, () => desk.run(EndForgottenTimers));
    expect(await desk.get(ann, id)).toMatchObject({ seconds: 12 * HOUR, auto_stopped: true });
  });

  it('is told of no more once its entry is deleted', async () => {
    const { id } = await desk.start(ann);
    await desk.travel(id, 13 * HOUR);
    await desk.run(EndForgottenTimers);
    await desk.ask(ann, 'delete-entry', { entry_id: id });
    expect(await desk.ask(ann, 'get-current-timer')).toMatchObject({ auto_stopped: null });
    expect(await desk.entry(ann, { started_at: at(1, '10:00') })).toMatchObject({ auto_stopped: false });
  });
});
