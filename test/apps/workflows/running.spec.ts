import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { manual, Scene, set } from './scene.js';

let scene: Scene;
let ann: Account;
beforeAll(async () => {
  scene = await Scene.start();
  ann = await scene.user('reminders');
});
afterAll(() => scene.service.stop());

const reminder = (key: string, input: object) => ({
  key,
  kind: 'app',
  config: { slug: 'reminders', action: 'create-reminder', input },
});

describe('steps', () => {
  it('fill in values, act as the owner and keep what they brought', async () => {
    const steps = [
      set('total', { sum: '{{ trigger.total }}', name: 'Order {{ trigger.id }}' }),
      reminder('remind', { title: '{{ steps.total.output.name }}', at: '2031-05-01T09:00' }),
      set('last', { title: '{{ steps.remind.output.reminder.title }}' }),
      { key: 'tell', kind: 'notify', config: { title: 'Done', body: '{{ steps.last.output.title }}' } },
    ];
    const { run, shown, steps: rows } = await scene.ran(ann, manual(steps), { id: 'A-17', total: 80 });
    expect([run.status, run.error, run.step_count]).toEqual(['succeeded', null, 4]);
    expect(shown).toEqual(['total 1 succeeded', 'remind 1 succeeded', 'last 1 succeeded', 'tell 1 succeeded']);
    expect(rows[0].output).toEqual({ sum: 80, name: 'Order A-17' });
    expect(rows[2].output).toEqual({ title: 'Order A-17' });
    const inbox = await ann.client.get('/v1/notifications').expect(200);
    expect(JSON.stringify(inbox.body)).toContain('workflows.message');
  });

  it('branch, loop, leave out and stop', async () => {
    const many = {
      key: 'many',
      kind: 'for_each',
      config: { items: '{{ trigger.items }}', steps: [set('one', { n: '{{ item }}', i: '{{ index }}' })] },
    };
    const choose = {
      key: 'choose',
      kind: 'branch',
      config: {
        cases: [{ when: { left: '{{ trigger.total }}', op: 'gt', right: 500 }, steps: [set('big')] }],
        else: [set('small')],
      },
    };
    const stop = { key: 'end', kind: 'stop', config: { status: 'succeeded', message: 'Enough' } };
    const skipped = set('never', {}, { when: { left: 1, op: 'eq', right: 2 } });
    const { run, steps, shown } = await scene.ran(ann, manual([many, choose, skipped, stop, set('after')]), {
      items: ['a', 'b'],
      total: 80,
    });
    expect([run.status, run.error]).toEqual(['succeeded', 'Enough']);
    expect(shown).toEqual([
      'many 1 succeeded',
      'many[0]/one 1 succeeded',
      'many[1]/one 1 succeeded',
      'choose 1 succeeded',
      'choose/small 1 succeeded',
      'never 1 skipped',
      'end 1 succeeded',
    ]);
    expect(steps[0].output).toEqual([
      { n: 'a', i: 0 },
      { n: 'b', i: 1 },
    ]);
  });

  it('wait without a worker, and go on', async () => {
    const delay = { key: 'pause', kind: 'delay', config: { seconds: 3_600 } };
    const { run_id, run } = await scene.ran(ann, manual([set('before'), delay, set('after')]));
    expect(run.status).toBe('waiting');
    await scene.work();
    expect((await scene.get(ann, run_id)).run.status).toBe('waiting');
    await scene.query(
      `UPDATE ext_workflows.run_steps SET input = jsonb_build_object('until', now() - interval '1 second') WHERE run_id = $1 AND path = 'pause'`,
      [run_id],
    );
    await scene.wake(run_id);
    const { run: ended, shown } = await scene.get(ann, run_id);
    expect([ended.status, shown]).toEqual([
      'succeeded',
      ['before 1 succeeded', 'pause 1 succeeded', 'after 1 succeeded'],
    ]);
  });

  it('tell a long text to the limit, also where a character would be cut', async () => {
    const body = `${'x'.repeat(1_999)}😀`;
    const tell = { key: 'tell', kind: 'notify', config: { title: 'Long', body: '{{ trigger.body }}' } };
    const ask = { key: 'ask', kind: 'approval', config: { message: '{{ trigger.body }}' } };
    const { run, shown } = await scene.ran(ann, manual([tell, ask]), { body });
    expect([run.status, run.error, shown]).toEqual(['waiting', null, ['tell 1 succeeded', 'ask 1 waiting']]);
  });

  it('fail for a missing value, and go on where they may', async () => {
    const missing = set('lost', { value: '{{ trigger.nothing }}' });
    const { run, run_id } = await scene.ran(ann, manual([missing]));
    expect([run.status, run.error, run.failed_path]).toEqual(['failed', 'Missing value: trigger.nothing', 'lost']);
    const goes = await scene.ran(ann, manual([{ ...missing, on_error: 'continue' }, set('after')]));
    expect([goes.run.status, goes.shown]).toEqual(['succeeded', ['lost 1 failed', 'after 1 succeeded']]);
    const again = await scene.call(ann, 'retry-run', { run_id }).expect(200);
    expect(again.body.run).toMatchObject({ retry_of: run_id, trigger: 'retry', status: 'queued' });
    await scene
      .call(ann, 'retry-run', { run_id, use_latest: true })
      .expect(400, { error: 'use_latest needs from start' });
  });

  it('repeat from the failed step, and do not act again', async () => {
    const steps = [
      reminder('first', { title: 'Once', at: '2031-05-01T09:00' }),
      {
        key: 'second',
        kind: 'app',
        config: { slug: 'reminders', action: 'get-reminder', input: { reminder_id: '{{ trigger.id }}' } },
      },
    ];
    const { run_id, run } = await scene.ran(ann, manual(steps), { id: ann.id });
    expect([run.status, run.error, run.failed_path]).toEqual(['failed', 'Reminder not found', 'second']);
    await scene.call(ann, 'retry-run', { run_id }).expect(200);
    await scene.work();
    const [{ count }] = (await scene.query(
      `SELECT count(*)::int FROM ext_reminders.reminders WHERE title = 'Once' AND owner_id = $1`,
      [ann.id],
    )) as [{ count: number }];
    expect(count).toBe(1);
  });
});

describe('approvals', () => {
  const ask = (approvers?: string[]) => ({ key: 'ask', kind: 'approval', config: { message: 'Ship it?', approvers } });

  it('are decided once, by an approver, and the run goes on', async () => {
    const [bob, eve] = [await scene.user(), await scene.user()];
    const { run_id, run } = await scene.ran(ann, manual([ask([bob.id]), set('after')]));
    expect(run.status).toBe('waiting');
    const decide = (who: Account, more: object = {}) =>
      scene.call(who, 'decide-approval', { run_id, path: 'ask', decision: 'approve', ...more });
    await decide(eve).expect(403, { error: 'Forbidden' });
    await decide(ann, { path: 'other' }).expect(404, { error: 'Step not found' });
    await scene.call(bob, 'get-run', { run_id }).expect(403);
    const answers = await atOnce(20, () => decide(bob, { comment: 'Yes' }));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    await scene.work();
    const { run: ended, steps } = await scene.get(ann, run_id);
    expect(ended.status).toBe('succeeded');
    expect(steps[0].output).toEqual({ decision: 'approved', decided_by: bob.id, comment: 'Yes' });
    await decide(bob).expect(409, { error: 'Approval is already decided' });
  });

  it('expire', async () => {
    const { run_id } = await scene.ran(ann, manual([ask()]));
    await scene.query(
      `UPDATE ext_workflows.run_steps SET input = input || jsonb_build_object('expires_at', now() - interval '1 second')
       WHERE run_id = $1`,
      [run_id],
    );
    const refused = scene.call(ann, 'decide-approval', { run_id, path: 'ask', decision: 'reject' });
    await refused.expect(409, { error: 'Approval has expired' });
    await scene.wake(run_id);
    expect((await scene.get(ann, run_id)).run).toMatchObject({ status: 'failed', error: 'Approval has expired' });
  });
});
