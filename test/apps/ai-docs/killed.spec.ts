import { LeasedRuns1790000040210 } from '../../../src/apps/ai-docs/migrations/1790000040210-leased-runs.js';
import { BareDatabase } from '../../support/bare-database.js';
import { addressOf } from '../../support/databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../../support/server-process.js';
import { eventually, PASSWORD } from '../../support/service.js';
import { hanging, Provider, saying } from './provider.js';

let bare: BareDatabase;
let folder: string;
let provider: Provider;
beforeAll(async () => {
  [bare, provider] = await Promise.all([BareDatabase.open(), Provider.start()]);
  folder = temporaryFolder();
});
afterAll(async () => {
  await Promise.all([bare.close(), provider.stop()]);
  removeFolder(folder);
});

const start = () =>
  ServerProcess.start({ DATABASE_URL: addressOf(bare.name), DATA_DIR: folder, ...provider.variables });
const runs = async () => (await bare.pool.query('SELECT * FROM ext_ai_docs.runs ORDER BY created_at')).rows;
const expectAsked = (times: number) => eventually(() => Promise.resolve(expect(provider.asked.length).toBe(times)), 30);

it('a run has one result, though its process is killed or stopped while the provider writes', async () => {
  const first = await start();
  const credentials = { email: 'killed@example.com', password: PASSWORD };
  await first.post('/v1/auth/sign-up', credentials);
  const signedIn = (await (await first.post('/v1/auth/sign-in', credentials)).json()) as {
    session: { access_token: string };
  };
  const call = (server: ServerProcess, path: string, body: object) => {
    const headers = { authorization: `Bearer ${signedIn.session.access_token}`, 'content-type': 'application/json' };
    return fetch(`${server.url}/v1/apps/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  await call(first, 'install', { slug: 'ai-docs' });
  provider.behaviour = hanging;
  expect((await call(first, 'ai-docs/generate-text', { prompt: 'Write a letter' })).status).toBe(200);
  await expectAsked(1);
  await first.kill('SIGKILL');
  const [lost] = await runs();
  expect(lost).toMatchObject({ status: 'running', attempts: 1, output: null });
  expect(lost.lease_until.getTime() - Date.now()).toBeGreaterThan(150_000);

  provider.behaviour = saying('Dear all.');
  await bare.pool.query(`UPDATE ext_ai_docs.runs SET lease_until = now() - interval '1 second'`);
  const second = await start();
  await eventually(async () => {
    expect(await runs()).toMatchObject([{ status: 'completed', output: 'Dear all.', attempts: 2 }]);
  }, 30);
  provider.behaviour = hanging;
  await call(second, 'ai-docs/generate-text', { prompt: 'Write another letter' });
  await expectAsked(3);
  await second.kill('SIGTERM');
  expect((await runs())[1]).toMatchObject({ status: 'queued', lease_token: null, lease_until: null, attempts: 1 });

  provider.behaviour = saying('Dear both.');
  const third = await start();
  await eventually(async () => {
    expect((await runs())[1]).toMatchObject({ status: 'completed', output: 'Dear both.', attempts: 2 });
  }, 30);
  expect(provider.asked.length).toBe(4);
  await third.kill('SIGKILL');
});

it('the runs of an earlier version keep their times', async () => {
  const runner = bare.database.dataSource.createQueryRunner();
  const migration = new LeasedRuns1790000040210();
  const { id } = (await bare.pool.query('SELECT id FROM account.users LIMIT 1')).rows[0];
  await bare.pool.query('DELETE FROM ext_ai_docs.runs');
  await migration.down(runner);
  await bare.pool.query(
    `INSERT INTO ext_ai_docs.runs (owner_id, operation, method, status, input, lease_until)
     SELECT $1, 'generate', 'provider', status, '{}', lease_until::timestamptz FROM (VALUES ('queued', NULL),
       ('queued', '2031-05-01T09:00:00Z'), ('running', '2031-05-01T09:00:00Z'), ('failed', NULL)) runs (status, lease_until)`,
    [id],
  );
  const times = async () =>
    (await runs())
      .map(({ status, lease_until, wake_at }) => [status, lease_until?.toISOString(), wake_at?.toISOString()].join(' '))
      .toSorted();
  const TIME = '2031-05-01T09:00:00.000Z';
  await migration.up(runner);
  expect(await times()).toEqual(['failed  ', `queued  `, `queued  ${TIME}`, `running ${TIME} `]);
  await migration.down(runner);
  expect(await times()).toEqual(['failed  ', `queued  `, `queued ${TIME} `, `running ${TIME} `]);
  await runner.release();
});
