import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { texts } from '../../src/platform/database/sql.js';
import { TestService } from '../support/service.js';
import { type Asked, BareSide, quickSizes, type Scenario, scenarios, seedDatabase, send } from './bare-side.js';

interface Sent {
  name?: string;
  text: string;
  values: unknown[];
}

const reads = scenarios.filter(({ bare, writes }) => bare && !writes);
const sizes = { ...quickSizes, network: { users: 100, posts: 1_000 }, follows: 20, wallets: 5, rooms: 30 };
/** What the service does not send for each request. */
const NOT_PER_REQUEST = new Set([
  // Every two seconds.
  'jobs_due',
  // A minute after the first request that does not count.
  'pixels_add_drops',
  // Every few seconds.
  'ai-docs_runs_claim',
  'ai-docs_runs_turn',
  'workflows_outbox_entries',
  'workflows_outbox_position',
  'workflows_runs_claim',
  'workflows_runs_turn',
  'workflows_schedules_due',
  'workflows_waiting_events',
]);
const JWT_SECRET = randomBytes(32).toString('hex');

let environment: Record<string, string | undefined>;
let service: TestService;
let bare: BareSide;
const { query } = pg.Client.prototype;
let record: ((sent: Sent, isBare: boolean) => void) | undefined;

beforeAll(async () => {
  service = await TestService.start({ JWT_SECRET });
  const { databaseUrl, publicUrl } = service.runtime;
  environment = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: service.runtime.environment.dataDir };
  await seedDatabase(environment, sizes.network);
  bare = await BareSide.start({ databaseUrl, jwtSecret: JWT_SECRET, service: service.url, base: publicUrl });
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
  await bare?.stop();
  await service?.stop();
});

/** Two texts that differ in their line breaks are the same statement. */
const normalised = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Whether the service declares the statement, for a request. */
function isDeclared(text: string): boolean {
  const declared = Object.entries(texts()).find(([, known]) => known === text);
  return declared !== undefined && !NOT_PER_REQUEST.has(declared[0]);
}

/** The service sends a hot read again whose connection was lost, as after a time-out on a full machine, and logs the loss. */
const lostConnections = () => service.log.filter((line) => line.includes('a connection was lost')).length;

/** The statements that one side sends for a request during which no connection is lost. */
async function statementsOf(side: 'here' | 'bare', scenario: Scenario, request: Asked): Promise<Omit<Sent, 'name'>[]> {
  const sent: Omit<Sent, 'name'>[] = [];
  const lost = lostConnections();
  record = ({ text, values }, isBare) => {
    if (isBare === (side === 'bare') && (isBare || isDeclared(text))) sent.push({ text: normalised(text), values });
  };
  try {
    await send(side === 'here' ? service.url : bare.url, scenario, request);
  } finally {
    record = undefined;
  }
  return lostConnections() === lost ? sent : statementsOf(side, scenario, request);
}

/** The service may send two statements at once. */
const byText = (sent: Awaited<ReturnType<typeof statementsOf>>) =>
  sent.toSorted((a, b) => a.text.localeCompare(b.text));

describe('for a read, the bare side of the benchmark sends the statements of the service, with the same parameters', () => {
  it.each(reads.map((scenario): [string, Scenario] => [scenario.name, scenario]))('%s', async (name, scenario) => {
    const { posts, ...prepared } = (await scenario.prepare?.({ base: service.url }, environment, sizes)) ?? {};
    const request = { ...prepared, ...posts?.(1)[0] };
    // The mails of the accounts that were just made are sent by jobs of the same process.
    await service.jobsDone();
    const here = await statementsOf('here', scenario, request);
    expect(byText(await statementsOf('bare', scenario, request))).toEqual(byText(here));
    if (name !== 'health') expect(here.length).toBeGreaterThan(0);
  });
});
