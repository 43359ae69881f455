import type { WorkflowRun } from '../../../src/apps/workflows/entities/run.entity.js';
import { RunEngine } from '../../../src/apps/workflows/running/run-engine.service.js';
import { RunRepository } from '../../../src/apps/workflows/running/run.repository.js';
import { deadlocks } from '../../support/deadlocks.js';
import type { Account } from '../../support/service.js';
import { manual, Scene, set } from './scene.js';

let scene: Scene;
let ann: Account;
beforeAll(async () => {
  scene = await Scene.start();
  ann = await scene.user();
});
afterAll(() => scene.service.stop());

const BROKEN = set('lost', { value: '{{ trigger.nothing }}' });
const PAUSE = { key: 'pause', kind: 'delay', config: { seconds: 3_600 } };

describe('failures', () => {
  it('are told once an hour, and pause the workflow after some in a row', async () => {
    await scene.call(ann, 'update-settings', { auto_pause_after: 3 }).expect(200);
    const id = await scene.publish(ann, manual([BROKEN]));
    for (let n = 0; n < 3; n += 1) {
      await scene.begin(ann, id);
      await scene.work();
    }
    const { workflow } = (await scene.call(ann, 'get-workflow', { workflow_id: id }).expect(200)).body;
    expect(workflow).toMatchObject({ status: 'paused', failures_in_row: 3, paused_reason: '3 failures in a row' });
    const told = await scene.query<{ type: string }>(
      `SELECT type FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'workflows.%' ORDER BY created_at, id`,
      [ann.id],
    );
    expect(told.map(({ type }) => type)).toEqual(['workflows.run_failed', 'workflows.paused']);
  });
});

describe('twenty failures at once', () => {
  it('are counted once each beside an archiving, and wait for nobody twice', async () => {
    await scene.call(ann, 'update-settings', { auto_pause_after: 0 }).expect(200);
    const id = await scene.publish(ann, manual([BROKEN]));
    for (let n = 0; n < 20; n += 1) await scene.begin(ann, id);
    const before = await deadlocks(scene.service);
    const archived = async () => {
      for (let n = 0; n < 5; n += 1) await scene.call(ann, 'archive-workflow', { workflow_id: id }).expect(200);
    };
    await Promise.all([scene.work(), archived()]);
    await scene.work();
    const runs = await scene.query<{ status: string }>('SELECT status FROM ext_workflows.runs WHERE workflow_id = $1', [
      id,
    ]);
    const failed = runs.filter(({ status }) => status === 'failed').length;
    expect(runs.filter(({ status }) => status === 'cancelled')).toHaveLength(20 - failed);
    const [row] = await scene.query('SELECT failures_in_row FROM ext_workflows.workflows WHERE id = $1', [id]);
    expect(row).toEqual({ failures_in_row: failed });
    expect(await deadlocks(scene.service)).toBe(before);
  });
});

describe('the end of a run', () => {
  it('comes at once for what waits, and again it changes nothing', async () => {
    const { run_id } = await scene.ran(ann, manual([PAUSE, set('after')]));
    const { body } = await scene.call(ann, 'cancel-run', { run_id }).expect(200);
    expect(body.run.status).toBe('cancelled');
    await scene.call(ann, 'cancel-run', { run_id }).expect(200);
    await scene.wake(run_id);
    expect((await scene.get(ann, run_id)).run.status).toBe('cancelled');
  });

  it('comes with the standing of the owner', async () => {
    const eve = await scene.user();
    const { run_id } = await scene.ran(eve, manual([PAUSE, set('after')]));
    await scene.query(
      `UPDATE ext_workflows.run_steps SET input = jsonb_build_object('until', now() - interval '1 second') WHERE run_id = $1`,
      [run_id],
    );
    await scene.query('DELETE FROM apps.installations WHERE user_id = $1', [eve.id]);
    await scene.wake(run_id);
    const [row] = await scene.query('SELECT status FROM ext_workflows.runs WHERE id = $1', [run_id]);
    expect(row).toEqual({ status: 'cancelled' });
  });

  it('is not changed by a worker that has lost its lease before it began', async () => {
    const { run_id } = await scene.ran(ann, manual([set('before'), PAUSE, set('after')]));
    const leased = async () => {
      await scene.query(
        `UPDATE ext_workflows.runs SET status = 'running', lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute'
         WHERE id = $1`,
        [run_id],
      );
      return (await runs.findOne({ id: run_id })) as WorkflowRun;
    };
    const runs = scene.service.app.get(RunRepository, { strict: false });
    const late = await leased();
    await leased();
    await scene.query(`UPDATE ext_workflows.run_steps SET status = 'running' WHERE run_id = $1 AND path = 'pause'`, [
      run_id,
    ]);
    await scene.service.app.get(RunEngine, { strict: false }).work(late, new AbortController().signal);
    const { shown, run } = await scene.get(ann, run_id);
    expect([run.status, shown]).toEqual(['running', ['before 1 succeeded', 'pause 1 running']]);
  });

  it('is reached by another worker when the first was lost', async () => {
    const { run_id } = await scene.ran(ann, manual([set('before'), PAUSE, set('after')]));
    // As a worker leaves a run that is killed in the middle of a step.
    await scene.query(
      `UPDATE ext_workflows.run_steps SET status = 'running', kind = 'set', input = NULL WHERE run_id = $1 AND path = 'pause'`,
      [run_id],
    );
    await scene.query(
      `UPDATE ext_workflows.runs SET status = 'running', lease_token = gen_random_uuid(), lease_until = now() - interval '1 second'
       WHERE id = $1`,
      [run_id],
    );
    await scene.work();
    const { shown, steps, run } = await scene.get(ann, run_id);
    expect(shown).toEqual(['before 1 succeeded', 'pause 1 failed']);
    expect([steps[1].error, run.status]).toEqual(['Worker was lost', 'waiting']);
  });
});
