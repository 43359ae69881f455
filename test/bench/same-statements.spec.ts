import type { Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { texts } from '../../src/platform/database/sql.js';
import { eventually, TestService } from '../support/service.js';

interface Sent {
  name?: string;
  text: string;
  values: unknown[];
}

type Request = { path: string; method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string };

/** The modules of the benchmark are plain JavaScript. */
const bench = (file: string) => import(new URL(`../../bench/${file}`, import.meta.url).href);
const { loadScenarios } = await bench('scenarios.mjs');
const { bareExpress } = await bench('bare-express.mjs');
const { seed } = await bench('sides.mjs');
const { SIZES } = await bench('sizes.mjs');

const scenarios: any[] = (await loadScenarios()).filter((scenario: any) => scenario.bare);
const sizes = {
  ...SIZES.quick,
  network: { users: 100, posts: 1_000 },
  follows: 20,
  wallets: 5,
  requests: 10,
};
/** What the service does not send for each request. */
const NOT_PER_REQUEST = new Set([
  // Whether the word filter has changed is asked about once a second, and the salt of a day is made once.
  'censors_version',
  'web_event_salt',
  'web_event_salt_make',
  // Every two seconds.
  'jobs_due',
  // The clicks of several visitors are written in one transaction, which does not wait for the disk.
  'web_events_unhurried',
]);
const JWT_SECRET = randomBytes(32).toString('hex');

let environment: Record<string, string | undefined>;
let service: TestService;
let server: Server;
let pool: pg.Pool;
const { query } = pg.Client.prototype;
let record: ((sent: Sent, isBare: boolean) => void) | undefined;

beforeAll(async () => {
  service = await TestService.start({ JWT_SECRET });
  const databaseUrl = service.runtime.databaseUrl;
  environment = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: service.runtime.environment.dataDir };
  await seed(environment, sizes.network, 'ignore');
  const base = service.runtime.publicUrl;
  const made = bareExpress({
    databaseUrl,
    poolSize: 2,
    jwtSecret: JWT_SECRET,
    texts: texts(),
    base,
    scenarios,
  });
  pool = made.pool;
  server = made.app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Records the statements of both sides: only the connections of the bare side have no application name.
  pg.Client.prototype.query = function (this: any, asked: any, ...more: any[]) {
    const { name, text = asked, values = more[0] } = asked as Sent;
    const application = this.connectionParameters.application_name as string | undefined;
    record?.({ name, text, values: Array.isArray(values) ? values : [] }, !application);
    return Reflect.apply(query, this, [asked, ...more]);
  } as typeof query;
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  server?.closeAllConnections();
  server?.close();
  await pool?.end();
  await service?.stop();
});

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+00(:00)?)?/g;
const NUMBER = /(unread_count\W+|Comment number |Message number )\w+/g;

/** Ids by their first appearance, without moments and counters: the same for two requests that differ in nothing else. */
function normalised(sent: Sent[], path: string): string[] {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, `<id ${ids.size + 1}>`);
    return ids.get(id) as string;
  };
  return sent.map(({ name, values }) => {
    const given = values.map((value) => (Buffer.isBuffer(value) ? `<${value.length} bytes>` : value));
    const told = JSON.stringify(given).replace(UUID, idOf).replace(MOMENT, '<moment>');
    const slug = JSON.stringify(path.split('/').at(-1));
    return `${name} ${told.replace(NUMBER, '$1<n>').replace(slug, '"<slug>"')}`;
  });
}

/** The declared statements that one side sends for a request. Some are sent after the answer. */
async function statementsOf(side: 'here' | 'bare', { path, ...request }: Request, wanted = 0) {
  const sent: Sent[] = [];
  const known = texts();
  record = (one, isBare) => {
    const isOurs = one.name !== undefined && one.name in known && !NOT_PER_REQUEST.has(one.name);
    if (isBare === (side === 'bare') && isOurs) sent.push(one);
  };
  try {
    const { port } = server.address() as AddressInfo;
    const base = side === 'here' ? service.url : `http://127.0.0.1:${port}`;
    const answer = await fetch(base + path, { ...request, redirect: 'manual' });
    await answer.text();
    expect([200, 201, 302]).toContain(answer.status);
    await eventually(async () => expect(sent.length).toBeGreaterThanOrEqual(wanted), 5).catch(() => undefined);
  } finally {
    record = undefined;
  }
  return normalised(sent, path);
}

describe('the bare side of the benchmark runs the statements of the service, with the same parameters', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario]))('%s', async (name, scenario) => {
    const prepared = await scenario.prepare?.({ base: service.url }, environment, sizes);
    const list: Partial<Request>[] = prepared?.posts?.() ?? [];
    const requestOf = (place: number): Request => {
      const request = { path: scenario.path, headers: prepared?.headers, ...prepared, ...list[place] };
      return { path: request.path, method: request.body ? 'POST' : 'GET', ...pick(request) };
    };
    // The mails of the accounts that were just made are sent by jobs of the same process.
    await service.jobsDone();
    // Another of the list for each, with the same type of reaction: the second comment on a post meets another state.
    const bare = await statementsOf('bare', requestOf(3));
    const here = await statementsOf('here', requestOf(0), bare.length);
    expect(bare).toEqual(here);
    if (name !== 'health') expect(here.length).toBeGreaterThan(0);
  });
});

const pick = ({ headers, body }: Partial<Request>) => ({ headers, body });
