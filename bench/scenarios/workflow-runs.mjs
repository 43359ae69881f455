import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, fill, idsOf } from '../at-size.mjs';
import { ask } from '../network/database.mjs';
import { whole } from '../report.mjs';

export const name = 'workflow-runs';

/** Of each owner at most 1,000 runs begin in an hour. */
const OWNERS = 500;
const LONGEST_MS = 20 * 60_000;
const app = { slug: 'reminders', action: 'list-reminders', input: {} };
const STEPS = [
  { key: 'one', kind: 'set', config: { values: { total: '{{trigger.total}}' } } },
  { key: 'two', kind: 'set', config: { values: { twice: '{{steps.one.output.total}}' } } },
  { key: 'three', kind: 'app', config: app },
  { key: 'four', kind: 'set', config: { values: { found: '{{steps.three.output.reminders | length}}' } } },
  { key: 'five', kind: 'notify', config: { title: 'Done', body: 'Total {{steps.two.output.twice}}' } },
];
const json = (value) => `'${JSON.stringify(value)}'::jsonb`;
const MANUAL = json({ trigger: { kind: 'manual' }, steps: STEPS });
const SCHEDULE = json({ trigger: { kind: 'schedule', every_minutes: 60 }, steps: [] });

/** How fast many queued runs end, and how late many schedules of one moment fire. */
export async function figures({ environment, sizes }) {
  await fill(environment, `${accounts('automator', OWNERS)} ${INSTALLED} ${queued(sizes.runs)}`);
  const begun = performance.now();
  await untilNone(environment, `${RUNS_OF('Totals')} AND r.status IN ('queued', 'running', 'waiting')`);
  const seconds = (performance.now() - begun) / 1000;
  const [{ steps, succeeded }] = await ask(environment, STEPS_DONE);
  if (succeeded !== sizes.runs) throw new Error(`${succeeded} of ${sizes.runs} runs have succeeded`);
  const ran = `here, ${whole(sizes.runs)} runs of five steps: ${seconds.toFixed(1)} s, steps a second`;
  await fill(environment, scheduled(sizes.schedules));
  await ask(
    environment,
    `UPDATE ext_workflows.workflows SET next_run_at = now() + interval '3 seconds' WHERE name = 'Hourly'`,
  );
  const [{ next_run_at: due }] = await ask(
    environment,
    `SELECT next_run_at FROM ext_workflows.workflows WHERE name = 'Hourly' LIMIT 1`,
  );
  await untilNone(
    environment,
    `FROM ext_workflows.workflows WHERE name = 'Hourly' AND next_run_at = '${due.toISOString()}'`,
  );
  const [{ newest, count }] = await ask(environment, FIRED);
  if (count !== sizes.schedules) throw new Error(`${count} of ${sizes.schedules} schedules have fired`);
  const late = ((newest - due) / 1000).toFixed(2);
  return [
    [name, ran, whole(steps / seconds)],
    ['', `here, ${whole(sizes.schedules)} schedules of one moment: the last one starts ${late} s after it`],
  ];
}

async function untilNone(environment, rows) {
  for (const end = Date.now() + LONGEST_MS; ; await sleep(100)) {
    if (!(await ask(environment, `SELECT ${rows} LIMIT 1`)).length) return;
    if (Date.now() > end) throw new Error(`still there after ${LONGEST_MS / 60_000} minutes: ${rows}`);
  }
}

// The demonstration has workflows of its own.
const RUNS_OF = (title) => `FROM ext_workflows.runs r JOIN ext_workflows.workflows w ON w.id = r.workflow_id
  AND w.name = '${title}' WHERE true`;
const STEPS_DONE = `SELECT sum(r.step_count)::int AS steps, count(*)::int AS succeeded ${RUNS_OF('Totals')}
  AND r.status = 'succeeded'`;
const FIRED = `SELECT max(r.created_at) AS newest, count(*)::int AS count ${RUNS_OF('Hourly')}`;
const INSTALLED = `
  INSERT INTO apps.installations (user_id, app) SELECT id, slug FROM account.users, unnest(ARRAY['workflows', 'reminders']) slug
  WHERE email LIKE 'automator%@bench.example';`;
const workflow = (title, concurrency) => `
  INSERT INTO ext_workflows.workflows (owner_id, name, status, draft, active_version, concurrency)
  SELECT ids[1 + n % many], '${title}', 'active', '{}', 1, ${concurrency}`;
const version = (title, definition) => `
  INSERT INTO ext_workflows.workflow_versions (workflow_id, version, definition)
  SELECT id, 1, ${definition} FROM ext_workflows.workflows WHERE name = '${title}';`;

/** Two workflows of each owner: one whose runs wait for each other, one whose runs do not. */
const queued = (runs) => `
  ${workflow('Totals', `CASE WHEN n < ${OWNERS} THEN 'queue' ELSE 'parallel' END`)}
  FROM generate_series(0, ${2 * OWNERS - 1}) n, ${idsOf('automator')};
  ${version('Totals', MANUAL)}
  INSERT INTO ext_workflows.runs (owner_id, workflow_id, version, trigger, input, status, exclusive)
  SELECT w.owner_id, w.id, 1, 'manual', '{"total": 12}', 'queued', w.concurrency = 'queue'
  FROM ext_workflows.workflows w, generate_series(1, ${Math.ceil(runs / (2 * OWNERS))}) n WHERE w.name = 'Totals' LIMIT ${runs}`;
const scheduled = (schedules) => `
  ${workflow('Hourly', `'queue'`)} FROM generate_series(1, ${schedules}) n, ${idsOf('automator')};
  ${version('Hourly', SCHEDULE)}`;
