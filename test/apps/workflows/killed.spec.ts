import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BareDatabase } from '../../support/bare-database.js';
import { addressOf } from '../../support/databases.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../../support/server-process.js';
import { eventually, PASSWORD } from '../../support/service.js';

const LOCK = 20310501;
/** What the database is told of a run, in this order. One run for each is stopped before the COMMIT of it. */
const WRITES = [
  'remind begins',
  'remind ends',
  'send begins',
  'send ends',
  'pause begins',
  'the run waits',
  'pause ends',
  'choose ends',
  'choose/even ends',
  'all begins',
  'all[0]/link begins',
  'all[0]/link ends',
  'all ends',
  'the run ends',
];
/** Those that are stopped later than this one pause until all of them do. */
const PAUSE = WRITES.indexOf('the run waits') + 1;
const retry = { backoff_seconds: 0 };
const stepsOf = (url: string, stop: number) => [
  {
    key: 'remind',
    kind: 'app',
    retry,
    config: {
      slug: 'reminders',
      action: 'create-reminder',
      input: { title: '{{ trigger.name }}', at: '2031-05-01T09:00' },
    },
  },
  { key: 'send', kind: 'http', retry, config: { method: 'POST', url, text: '{{ trigger.name }}' } },
  { key: 'pause', kind: 'delay', config: { seconds: stop > PAUSE ? 3_600 : 0.1 } },
  {
    key: 'choose',
    kind: 'branch',
    config: {
      cases: [
        {
          when: { left: '{{ steps.send.output.body }}', op: 'eq', right: 'taken' },
          steps: [{ key: 'even', kind: 'set', config: { values: { name: '{{ trigger.name }}' } } }],
        },
      ],
    },
  },
  {
    key: 'all',
    kind: 'for_each',
    config: {
      items: ['{{ trigger.name }}'],
      steps: [
        {
          key: 'link',
          kind: 'app',
          retry,
          config: {
            slug: 'shortlinks',
            action: 'create-link',
            input: { url: 'https://example.com/', title: '{{ item }}' },
          },
        },
      ],
    },
  },
];

let bare: BareDatabase;
let folder: string;
const taken: { key: string; name: string }[] = [];
const servers: ServerProcess[] = [];
const outside = createServer((request, response) => {
  let name = '';
  request.on('data', (chunk: Buffer) => (name += chunk.toString()));
  request.on('end', () => {
    taken.push({ key: String(request.headers['idempotency-key']), name });
    response.end('taken');
  });
});
beforeAll(async () => {
  bare = await BareDatabase.open();
  folder = temporaryFolder();
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const server of servers) await server.kill('SIGKILL');
  await bare.close();
  removeFolder(folder);
  outside.closeAllConnections();
  outside.close();
});

async function start(variables: Record<string, string>): Promise<ServerProcess> {
  const server = await ServerProcess.start(variables);
  servers.push(server);
  return server;
}

/** Returns what starts the run. It has an owner of its own, because a transaction of an action may lock its owner. */
async function prepare(server: ServerProcess, url: string, name: string): Promise<() => Promise<string>> {
  const input = { name, stop: WRITES.indexOf(name) + 1 };
  const credentials = { email: `owner${input.stop}@example.com`, password: PASSWORD };
  await server.post('/v1/auth/sign-up', credentials);
  const signedIn = await (await server.post('/v1/auth/sign-in', credentials)).json();
  const { access_token } = (signedIn as { session: { access_token: string } }).session;
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const given = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}/v1/apps/${path}`, given);
    return (await answer.json()) as Record<string, any>;
  };
  for (const slug of ['workflows', 'reminders', 'shortlinks']) await call('install', { slug });
  const definition = { trigger: { kind: 'manual' }, steps: stepsOf(url, input.stop) };
  const { workflow } = await call('workflows/create-workflow', { name, definition });
  await call('workflows/publish-workflow', { workflow_id: workflow.id });
  return async () => (await call('workflows/run-workflow', { workflow_id: workflow.id, input })).run.id;
}

const rows = async (statement: string) => (await bare.pool.query(statement)).rows as Record<string, any>[];

/** Each run stops in its transaction of the number `stop`, while LOCK is held. */
const STOPS = `
  CREATE TABLE public.writes (run_id uuid PRIMARY KEY, count int NOT NULL);
  CREATE FUNCTION public.stop() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE run uuid := coalesce(to_jsonb(NEW)->>'run_id', to_jsonb(NEW)->>'id');
    nth int;
  BEGIN
    INSERT INTO public.writes AS w (run_id, count) VALUES (run, 1)
      ON CONFLICT (run_id) DO UPDATE SET count = w.count + 1 RETURNING count INTO nth;
    IF nth = (SELECT (input->>'stop')::int FROM ext_workflows.runs WHERE id = run) THEN
      PERFORM set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(${LOCK});
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER stop AFTER INSERT OR UPDATE ON ext_workflows.run_steps FOR EACH ROW EXECUTE FUNCTION public.stop();
  CREATE TRIGGER stop AFTER UPDATE OF status ON ext_workflows.runs FOR EACH ROW
    WHEN (OLD.status = 'running' AND NEW.status <> 'running') EXECUTE FUNCTION public.stop()`;
/** Not as writes that are counted. */
const END_PAUSES = `BEGIN; SET LOCAL session_replication_role = replica;
  UPDATE ext_workflows.run_steps SET input = jsonb_build_object('until', now()) WHERE path = 'pause';
  UPDATE ext_workflows.runs SET wake_at = now(); COMMIT`;
const STOPPED = `FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

it('ends each run, and does nothing twice, though the process is killed between any two of its writes', async () => {
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
  const variables = {
    DATABASE_URL: addressOf(bare.name),
    DATA_DIR: folder,
    OUTBOUND_ALLOW: new URL(url).host,
    PASSWORD_MEMORY_KIB: '64',
  };
  const first = await start(variables);
  await bare.pool.query(STOPS);
  const holder = await bare.pool.connect();
  await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
  const starts = await Promise.all(WRITES.map((name) => prepare(first, url, name)));
  const runs: string[] = [];
  const begin = async (some: typeof starts) => runs.push(...(await Promise.all(some.map((one) => one()))));
  const expectAll = (what: string) =>
    eventually(async () => expect(await rows(`SELECT ${what}`)).toHaveLength(runs.length));
  // No statement may take ten seconds, and the worker looks every five for those whose pause is over: it is over at once.
  await begin(starts.slice(PAUSE));
  await expectAll(`FROM ext_workflows.runs WHERE status = 'waiting'`);
  await bare.pool.query(END_PAUSES);
  await expectAll(STOPPED);
  await begin(starts.slice(0, PAUSE));
  await expectAll(STOPPED);
  await first.kill('SIGKILL');
  await rows(`SELECT pg_terminate_backend(pid) ${STOPPED}`);
  await eventually(async () => expect(await rows(`SELECT ${STOPPED}`)).toEqual([]));
  holder.release(true);
  const written = await rows('SELECT count FROM public.writes ORDER BY count');
  expect(written.map(({ count }) => count)).toEqual(WRITES.slice(1).map((_, n) => n + 1));

  // As if the minute of the leases had gone by.
  await rows(`UPDATE ext_workflows.runs SET lease_until = now() - interval '1 second' WHERE status = 'running'`);
  await start(variables);
  const open = `SELECT status, error FROM ext_workflows.runs WHERE status <> 'succeeded'`;
  await eventually(async () => expect(await rows(open)).toEqual([]), 120);
  const names = WRITES.toSorted();
  const titles = async (table: string) =>
    (await rows(`SELECT title FROM ${table}`)).map(({ title }) => title).toSorted();
  expect(await titles('ext_reminders.reminders')).toEqual(names);
  expect(await titles('ext_shortlinks.links')).toEqual(names);
  // The answer of one call was lost. It was sent again with the same key, by which the service knows it.
  expect(taken.map(({ name }) => name).toSorted()).toEqual([...names, 'send ends'].toSorted());
  expect(new Set(taken.map(({ key }) => key))).toEqual(new Set(runs.map((id) => `${id}:send`)));
  const lost = await rows(
    `SELECT r.input->>'name' AS name, s.path FROM ext_workflows.run_steps s JOIN ext_workflows.runs r ON r.id = s.run_id
     WHERE s.error = 'Worker was lost' ORDER BY name`,
  );
  expect(lost.map(({ name, path }) => `${name}: ${path}`)).toEqual([
    'all[0]/link ends: all[0]/link',
    'remind ends: remind',
    'send ends: send',
  ]);
});
