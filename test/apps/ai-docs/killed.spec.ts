import { LeasedRuns1790000040210 } from '../../../src/apps/ai-docs/migrations/1790000040210-leased-runs.js';
import { KillableServer } from '../../support/killable-server.js';
import { eventually } from '../../support/service.js';
import { hanging, Provider, saying } from './provider.js';

let server: KillableServer;
let provider: Provider;
beforeAll(async () => {
  provider = await Provider.start();
  server = await KillableServer.open(provider.variables);
});
afterAll(() => Promise.all([server.close(), provider.stop()]));

const runs = () => server.rows('SELECT * FROM ext_ai_docs.runs ORDER BY created_at');
const expectAsked = (times: number) => eventually(() => Promise.resolve(expect(provider.asked.length).toBe(times)));

it('a run has one result, though its process is killed or stopped while the provider writes', async () => {
  await server.start();
  await server.signIn();
  await server.call('install', { slug: 'ai-docs' });
  provider.behaviour = hanging;
  const asked = await server.post('/v1/apps/ai-docs/generate-text', { prompt: 'Write a letter' });
  expect(asked.status).toBe(200);
  await expectAsked(1);
  await server.kill();
  const [lost] = await runs();
  expect(lost).toMatchObject({ status: 'running', attempts: 1, output: null });
  expect(lost.lease_until.getTime() - Date.now()).toBeGreaterThan(150_000);

  provider.behaviour = saying('Dear all.');
  await server.bare.pool.query(`UPDATE ext_ai_docs.runs SET lease_until = now() - interval '1 second'`);
  await server.start();
  await eventually(async () => {
    expect(await runs()).toMatchObject([{ status: 'completed', output: 'Dear all.', attempts: 2 }]);
  }, 30);
  provider.behaviour = hanging;
  await server.call('ai-docs/generate-text', { prompt: 'Write another letter' });
  await expectAsked(3);
  await server.kill('SIGTERM');
  expect((await runs())[1]).toMatchObject({ status: 'queued', lease_token: null, lease_until: null, attempts: 1 });

  provider.behaviour = saying('Dear both.');
  await server.start();
  await eventually(async () => {
    expect((await runs())[1]).toMatchObject({ status: 'completed', output: 'Dear both.', attempts: 2 });
  }, 30);
  expect(provider.asked.length).toBe(4);
});

it('the runs of an earlier version keep their times', async () => {
  const runner = server.bare.database.dataSource.createQueryRunner();
  const migration = new LeasedRuns1790000040210();
  const { id } = (await server.bare.pool.query('SELECT id FROM account.users LIMIT 1')).rows[0];
  await server.bare.pool.query('DELETE FROM ext_ai_docs.runs');
  await migration.down(runner);
  await server.bare.pool.query(
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
