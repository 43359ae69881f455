import { createHmac } from 'node:crypto';
import { FireSchedules } from '../../../src/apps/workflows/triggers/fire-schedules.job.js';
import { TakeEvents } from '../../../src/apps/workflows/triggers/take-events.job.js';
import { atOnce, tally } from '../../account/at-once.js';
import { borderPassed, HOUR_MS, wrongClock } from '../../support/clock.js';
import type { Account } from '../../support/service.js';
import { manual, Scene, set } from './scene.js';

let scene: Scene;
let ann: Account;
beforeAll(async () => {
  scene = await Scene.start();
  ann = await scene.user('reminders');
});
afterAll(() => scene.service.stop());

const take = () => scene.turn(TakeEvents);
const fire = () => scene.turn(FireSchedules);
const runsOf = (workflowId: string) =>
  scene.query<{ status: string; trigger: string; input: any; depth: number; error: string | null }>(
    'SELECT * FROM ext_workflows.runs WHERE workflow_id = $1 ORDER BY created_at, id',
    [workflowId],
  );

describe('by hand', () => {
  it('asks for what its fields need, and starts once for a key', async () => {
    const fields = [{ key: 'order', type: 'string', required: true }];
    const id = await scene.publish(ann, manual([set('one')], fields));
    const start = (body: object) => scene.call(ann, 'run-workflow', { workflow_id: id, ...body });
    await start({}).expect(400, { error: 'Input required: order' });
    const answers = await atOnce(20, () => start({ input: { order: 'A' }, dedupe_key: 'same' }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.run.id)).size).toBe(1);
    const made = await scene.call(ann, 'create-workflow', { name: 'Draft' }).expect(200);
    const { id: draft } = made.body.workflow;
    await scene.call(ann, 'run-workflow', { workflow_id: draft }).expect(409, { error: 'Workflow is not published' });
    await scene.call(ann, 'run-workflow', { workflow_id: draft, use_draft: true }).expect(200);
  });

  it('runs one at a time in order, ten at once, or skips', async () => {
    const delay = { key: 'pause', kind: 'delay', config: { seconds: 3_600 } };
    const statuses = async (concurrency: string) => {
      const id = await scene.publish(ann, manual([delay]), { concurrency });
      await atOnce(12, () => scene.begin(ann, id));
      await scene.work();
      const rows = await runsOf(id);
      return tally(rows.map(({ status }) => ({ status: status as unknown as number })));
    };
    expect(await statuses('queue')).toEqual({ waiting: 1, queued: 11 });
    expect(await statuses('parallel')).toEqual({ waiting: 10, queued: 2 });
    expect(await statuses('skip')).toEqual({ waiting: 1, skipped: 11 });
  });
});

describe('by a schedule', () => {
  // Of so long that no other time comes during a test.
  const daily = { trigger: { kind: 'schedule', every_minutes: 24 * 60 }, steps: [set('one')] };

  it('starts once for a tick, and once after an outage', async () => {
    const id = await scene.publish(ann, daily);
    await scene.query(`UPDATE ext_workflows.workflows SET next_run_at = now() - interval '3 days' WHERE id = $1`, [id]);
    await Promise.all([fire(), fire()]);
    await fire();
    const rows = await runsOf(id);
    expect(rows.map(({ trigger }) => trigger)).toEqual(['schedule']);
    const [{ ahead }] = (await scene.query(
      'SELECT next_run_at > now() AS ahead FROM ext_workflows.workflows WHERE id = $1',
      [id],
    )) as [{ ahead: boolean }];
    expect(ahead).toBe(true);
  });

  it.each([
    ['behind', -25 * HOUR_MS],
    ['ahead', 25 * HOUR_MS],
  ])('goes by the clock of the database where that of the process is %s', async (_, ms) => {
    const id = await scene.publish(ann, daily);
    const [{ at }] = (await scene.query(`SELECT date_bin('1 day', now(), 'epoch') AS at`)) as [{ at: Date }];
    const isDue = () => scene.query('UPDATE ext_workflows.workflows SET next_run_at = $2 WHERE id = $1', [id, at]);
    await isDue();
    await wrongClock(ms, fire);
    const next = await scene.query(
      `SELECT FROM ext_workflows.workflows WHERE id = $1 AND next_run_at - now() BETWEEN '0 seconds' AND '1 day'`,
      [id],
    );
    expect(next).toHaveLength(1);
    // As if the clock had been put back: the same minute comes again.
    await isDue();
    await fire();
    expect((await runsOf(id)).map(({ input }) => input)).toEqual([{ at: at.toISOString() }]);
    await scene.call(ann, 'archive-workflow', { workflow_id: id }).expect(200);
  });
});

describe('by an event', () => {
  it('starts once for an action of the owner that meets the filter, and ends a circle', async () => {
    const again = {
      key: 'again',
      kind: 'app',
      config: { slug: 'reminders', action: 'create-reminder', input: { title: 'Again', at: '2031-05-01T09:00' } },
    };
    const trigger = { kind: 'event', events: ['reminders/create-reminder'] };
    const id = await scene.publish(ann, { trigger, steps: [again] });
    await ann.client.post('/v1/apps/reminders/create-reminder', { title: 'Tea', at: '2031-05-01T09:00' }).expect(200);
    for (let n = 0; n < 9; n += 1) {
      await take();
      await scene.work();
    }
    const rows = await runsOf(id);
    expect(rows.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(rows.at(-1)).toMatchObject({ status: 'failed', error: 'Event loop stopped' });
    expect(rows[0]?.input.name).toBe('reminders/create-reminder');
  });
});

it('an event starts a run also when the clock was put back after the last reading', async () => {
  const cleo = await scene.user('reminders');
  const trigger = { kind: 'event', events: ['reminders/create-reminder'] };
  const id = await scene.publish(cleo, { trigger, steps: [set('one')] });
  const remind = (title: string) =>
    cleo.client.post('/v1/apps/reminders/create-reminder', { title, at: '2031-05-01T09:00' }).expect(200);
  await remind('Before').then(take);
  await scene.query(`UPDATE ext_workflows.outbox_positions SET read_until = now() + interval '1 hour'`);
  await take();
  expect(await scene.query('SELECT FROM ext_workflows.outbox_positions WHERE read_until > now()')).toEqual([]);
  await remind('After').then(take);
  expect(await runsOf(id)).toHaveLength(2);
});

describe('by an event that meets a full queue', () => {
  // Their reminders start no other workflow.
  let bea: Account;
  beforeAll(async () => {
    bea = await scene.user('reminders');
  });
  const remind = (title: string) =>
    bea.client.post('/v1/apps/reminders/create-reminder', { title, at: '2031-05-01T09:00' }).expect(200);
  const startedOf = async (id: string) =>
    (
      await scene.query<{ title: string }>(
        `SELECT m.title FROM ext_workflows.runs r JOIN ext_reminders.reminders m
           ON m.id = (r.input #>> '{data,target,id}')::uuid WHERE r.workflow_id = $1 AND r.trigger = 'event' ORDER BY r.id`,
        [id],
      )
    ).map(({ title }) => title);
  const readUntil = (time: string) =>
    scene.query(`UPDATE ext_workflows.outbox_positions SET read_until = now() + $1::interval`, [time]);
  const drop = (id: string, count: number) =>
    scene.query(
      `DELETE FROM ext_workflows.runs WHERE id = ANY (ARRAY(SELECT id FROM ext_workflows.runs
         WHERE workflow_id = $1 AND trigger = 'manual' AND status = 'queued' LIMIT $2))`,
      [id, count],
    );

  async function full(more: object = {}): Promise<string> {
    const trigger = { kind: 'event', events: ['reminders/create-reminder'], ...more };
    const id = await scene.publish(bea, { trigger, steps: [set('one')] });
    await scene.query(
      `INSERT INTO ext_workflows.runs (owner_id, workflow_id, version, trigger, input, status, exclusive, created_at, wake_at)
       SELECT $1, $2, 1, 'manual', '{}', CASE WHEN n = 0 THEN 'waiting' ELSE 'queued' END, true, now() - interval '2 hours',
         CASE WHEN n = 0 THEN now() + interval '1 day' END FROM generate_series(0, 1000) n`,
      [bea.id, id],
    );
    return id;
  }

  it('starts in order once there is room, however late, and once', async () => {
    const id = await full();
    for (const title of ['Tea', 'Milk', 'Bread']) await remind(title);
    await take();
    await readUntil('2 minutes');
    await take();
    expect(await startedOf(id)).toEqual([]);
    await drop(id, 1);
    await Promise.all([take(), take()]);
    expect(await startedOf(id)).toEqual(['Tea']);
    await readUntil('-1 minute');
    await drop(id, 1);
    await remind('Salt').then(take);
    expect(await startedOf(id)).toEqual(['Tea', 'Milk']);
    await drop(id, 500);
    for (let n = 0; n < 3; n += 1) await take();
    expect(await startedOf(id)).toEqual(['Tea', 'Milk', 'Bread', 'Salt']);
    await scene.call(bea, 'archive-workflow', { workflow_id: id }).expect(200);
  });

  it('waits with at most 1,000 others; what is dropped is counted, and the owner is told', async () => {
    // It is counted by the hour.
    await borderPassed(HOUR_MS);
    const id = await full();
    await scene.query(
      `INSERT INTO ext_workflows.waiting_events (workflow_id, event_id)
       SELECT $1, ('ffffffff-ffff-4fff-8fff-' || lpad(n::text, 12, '0'))::uuid FROM generate_series(1, 999) n`,
      [id],
    );
    const dropped = async () => {
      const { runs } = (await scene.call(bea, 'list-runs', { workflow_id: id, status: ['skipped'] }).expect(200)).body;
      return runs.map(({ error }: { error: string }) => error);
    };
    await remind('Tea').then(take);
    expect(await dropped()).toEqual([]);
    for (const title of ['Milk', 'Bread']) await remind(title);
    await Promise.all([take(), take()]);
    await take();
    expect(await dropped()).toEqual(['At most 1000 events wait. Dropped: 2']);
    await remind('Salt').then(take);
    expect(await dropped()).toEqual(['At most 1000 events wait. Dropped: 3']);
    const told = `SELECT FROM notifications.notifications WHERE user_id = $1 AND type = 'workflows.events_dropped'`;
    expect(await scene.query(told, [bea.id])).toHaveLength(1);
    await scene.query(
      `DELETE FROM ext_workflows.waiting_events WHERE event_id > 'ffffffff-ffff-4fff-8fff-000000000000'`,
    );
    await drop(id, 500);
    await take();
    expect(await startedOf(id)).toEqual(['Tea']);
    await remind('Sugar').then(take);
    expect(await startedOf(id)).toEqual(['Tea', 'Sugar']);
    await scene.query(
      `UPDATE ext_workflows.waiting_events SET event_id = ('00000000-0000-7000-8000-' || right(event_id::text, 12))::uuid`,
    );
    await remind('Coffee').then(take);
    expect(await scene.query('SELECT FROM ext_workflows.waiting_events')).toEqual([]);
    await scene.call(bea, 'archive-workflow', { workflow_id: id }).expect(200);
  });

  it('waits for nothing that its filter leaves out', async () => {
    const filter = { left: '{{ trigger.name }}', op: 'eq', right: 'reminders/create-reminder' };
    const id = await full({ events: ['reminders/create-reminder', 'reminders/update-reminder'], filter });
    const { reminder } = (await remind('Pepper')).body;
    await bea.client
      .post('/v1/apps/reminders/update-reminder', { reminder_id: reminder.id, title: 'Mint' })
      .expect(200);
    await take();
    expect(await scene.query('SELECT FROM ext_workflows.waiting_events')).toHaveLength(1);
    await scene.call(bea, 'archive-workflow', { workflow_id: id }).expect(200);
  });

  it('starts nothing after a pause, or when the workflow no longer asks for it', async () => {
    const [paused, changed] = [await full(), await full()];
    await remind('Sugar').then(take);
    await readUntil('2 minutes');
    await scene.call(bea, 'pause-workflow', { workflow_id: paused }).expect(200);
    await scene.call(bea, 'update-workflow', { workflow_id: changed, definition: manual([set('one')]) }).expect(200);
    await scene.call(bea, 'publish-workflow', { workflow_id: changed }).expect(200);
    for (const id of [paused, changed]) await drop(id, 1);
    await take();
    await scene.call(bea, 'publish-workflow', { workflow_id: paused }).expect(200);
    await take();
    for (const id of [paused, changed]) expect(await startedOf(id)).toEqual([]);
    await readUntil('0 minutes');
    for (const id of [paused, changed]) await scene.call(bea, 'archive-workflow', { workflow_id: id }).expect(200);
  });
});

it('an event is named by an app that there is', async () => {
  const names = ['evnts.new_order', 'ai-docs.done', 'events.new_order', 'nothing/at-all', 'reminders/list-reminders'];
  const definition = { trigger: { kind: 'event', events: names }, steps: [set('one')] };
  const { problems, workflow } = (await scene.call(ann, 'create-workflow', { name: 'Names', definition })).body;
  expect(problems).toEqual([
    { path: 'trigger.events[0]', message: 'Unknown notification: evnts.new_order' },
    { path: 'trigger.events[1]', message: 'Unknown notification: ai-docs.done' },
    { path: 'trigger.events[3]', message: 'Unknown action: nothing/at-all' },
    { path: 'trigger.events[4]', message: 'Unknown action: reminders/list-reminders' },
  ]);
  const refused = await scene.call(ann, 'publish-workflow', { workflow_id: workflow.id }).expect(400);
  expect(refused.body.error).toBe('Validation error');
});

describe('by a hook', () => {
  it('stores the run before it answers, once for a delivery, and checks the signature', async () => {
    await scene.call(ann, 'save-secret', { name: 'SHOP', value: 'key' }).expect(200);
    const signature = { header: 'x-signature', secret: 'SHOP' };
    const trigger = { kind: 'hook', signature, dedupe_header: 'x-delivery-id' };
    const id = await scene.publish(ann, { trigger, steps: [set('one', { id: '{{ trigger.body.id }}' })] });
    const { hook_url } = (await scene.call(ann, 'get-workflow', { workflow_id: id }).expect(200)).body;
    const post = (body: string, headers: object = {}, url: string = hook_url) =>
      fetch(`${scene.service.url}${new URL(url).pathname}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    const body = '{"id":"A-17"}';
    const sign = { 'x-signature': createHmac('sha256', 'key').update(body).digest('hex'), 'x-delivery-id': '1' };
    expect((await post(body)).status).toBe(401);
    expect((await post(body, sign, hook_url.slice(0, -1) + '_')).status).toBe(404);
    const answers = await atOnce(20, () => post(body, sign));
    expect(tally(answers)).toEqual({ 202: 20 });
    expect(await runsOf(id)).toHaveLength(1);
    const rotated = await scene.call(ann, 'rotate-hook-token', { workflow_id: id, keep_old_minutes: 5 }).expect(200);
    expect((await post(body, sign)).status).toBe(202);
    expect((await post(body, sign, rotated.body.hook_url)).status).toBe(202);
    await scene.call(ann, 'pause-workflow', { workflow_id: id }).expect(200);
    expect((await post(body, sign)).status).toBe(404);
    await scene.call(ann, 'save-secret', { name: 'SHOP', value: null }).expect(200);
  });
});
