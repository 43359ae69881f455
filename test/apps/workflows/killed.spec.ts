import { BareDatabase } from '../../support/bare-database.js';
import { addressOf } from '../../support/databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../../support/server-process.js';
import { eventually, PASSWORD } from '../../support/service.js';

const ITEMS = 60;

let bare: BareDatabase;
let folder: string;
beforeAll(async () => {
  bare = await BareDatabase.open();
  folder = temporaryFolder();
});
afterAll(async () => {
  await bare.close();
  removeFolder(folder);
});

it('acts once for each step, though the process is killed in the middle of a run', async () => {
  const variables = { DATABASE_URL: addressOf(bare.name), DATA_DIR: folder };
  const first = await ServerProcess.start(variables);
  const credentials = { email: 'killed@example.com', password: PASSWORD };
  await first.post('/v1/auth/sign-up', credentials);
  const signedIn = await (await first.post('/v1/auth/sign-in', credentials)).json();
  const { access_token } = (signedIn as { session: { access_token: string } }).session;
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${first.url}/v1/apps/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, any>;
  };
  for (const slug of ['workflows', 'reminders']) await call('install', { slug });
  const input = { title: 'Number {{ item }}', at: '2031-05-01T09:00' };
  const remind = {
    key: 'remind',
    kind: 'app',
    retry: { backoff_seconds: 0 },
    config: { slug: 'reminders', action: 'create-reminder', input },
  };
  const all = {
    key: 'all',
    kind: 'for_each',
    config: { items: Array.from({ length: ITEMS }, (_, n) => n), steps: [remind] },
  };
  const definition = { trigger: { kind: 'manual' }, steps: [all] };
  const { workflow } = await call('workflows/create-workflow', { name: 'Many', definition });
  await call('workflows/publish-workflow', { workflow_id: workflow.id });
  await call('workflows/run-workflow', { workflow_id: workflow.id });
  const made = async () => (await bare.pool.query('SELECT title FROM ext_reminders.reminders')).rowCount as number;
  await eventually(async () => expect(await made()).toBeGreaterThan(5));
  await first.kill('SIGKILL');
  expect(await made()).toBeLessThan(ITEMS);

  // As if the minute of its lease had gone by.
  await bare.pool.query(`UPDATE ext_workflows.runs SET lease_until = now() - interval '1 second'`);
  const second = await ServerProcess.start(variables);
  const statuses = async () => (await bare.pool.query('SELECT status FROM ext_workflows.runs')).rows;
  await eventually(async () => expect(await statuses()).toEqual([{ status: 'succeeded' }]), 60);
  const { rows } = await bare.pool.query(
    'SELECT count(*)::int, count(DISTINCT title)::int AS titles FROM ext_reminders.reminders',
  );
  expect(rows).toEqual([{ count: ITEMS, titles: ITEMS }]);
  await second.kill('SIGKILL');
});
