import { RouteRegistry } from '../../src/platform/http/route.registry.js';
import { eventTypes } from '../../src/realtime/event-type.js';
import { type Frame, RealtimeClient } from '../support/realtime-client.js';
import { eventually, TestService } from '../support/service.js';
import { TOLD } from './told-routes.js';
import type { Scene, Step } from './told-step.js';

/** These events have other causes too, and may arrive at any time. */
const BESIDE = new Set([
  'notification.created',
  'post.counters',
  'feed.new',
  'broadcast.ended',
  'broadcast.started',
  'broadcast.viewers',
  'story.created',
  'wallet.transaction',
  'tip.settled',
  'notification.removed',
  'notification.updated',
]);

let service: TestService;
let scene: Scene;
let clients: RealtimeClient[];
/** The stranger has no relation to the two. */
let stranger: RealtimeClient;
/** How many events each connection had received before the step. */
let before: number[];

/** Events from here on belong to this step, including throttled ones. */
async function forget(): Promise<void> {
  for (const client of clients) await client.settled();
  before = clients.map(({ frames }) => frames.length);
}
const tales = ({ op, type, stream }: Frame): string[] => {
  if (op === 'resync') return [`resync ${String(stream).split(':')[0]}`];
  return op === 'event' ? [type as string] : [];
};

beforeAll(async () => {
  service = await TestService.start();
  const [host, guest, admin] = [await service.account(), await service.account(), await service.admin()];
  const connect = (token: string) => RealtimeClient.as(service.url, token);
  clients = [await connect(host.access_token), await connect(guest.access_token)];
  stranger = await connect((await service.account()).access_token);
  const watch = (stream: string) => Promise.all(clients.map((client) => client.subscribe(stream)));
  const ids = [host.id, guest.id];
  const watchPeople = (...more: string[]) =>
    Promise.all(clients.map((client) => client.ask({ op: 'watch', user_ids: [...ids, ...more] })));
  const account = () => service.account();
  // The connection records of the users are written a moment later.
  await eventually(async () => {
    const { rows } = await service.database.query('SELECT FROM realtime.connections');
    expect(rows).toHaveLength(3);
  });
  scene = { host, guest, admin, account, watch, watchPeople, forget };
});
afterAll(async () => {
  for (const client of [...clients, stranger]) await client.close();
  await service.stop();
});

const steps = Object.entries(TOLD).filter((entry): entry is [string, Step] => typeof entry[1] !== 'string');

it('every route that changes something names its events, or why there are none', () => {
  const routes = service.app.get(RouteRegistry).all();
  const changing = routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(TOLD).sort()).toEqual([...new Set(changing)].sort());
});

it('every event type belongs to a route, or happens without one', () => {
  const told = new Set(steps.flatMap(([, { tells }]) => tells));
  const elsewhere = Object.values(TOLD)
    .filter((entry) => typeof entry === 'string')
    .join(' ');
  const missing = [...eventTypes.keys()].filter((name) => !told.has(name) && !elsewhere.includes(name));
  expect(missing.filter((name) => !BESIDE.has(name))).toEqual([]);
});

it.each(steps)('%s sends its events', async (_, { does, tells }) => {
  await forget();
  await does(scene);
  const heard = () => [...new Set(clients.flatMap(({ frames }, at) => frames.slice(before[at]).flatMap(tales)))];
  await eventually(async () => expect(heard()).toEqual(expect.arrayContaining(tells)));
  for (const client of clients) await client.settled();
  const unexpected = heard().filter((type) => !tells.includes(type) && !BESIDE.has(type));
  expect(unexpected).toEqual([]);
});

it('a stranger received nothing of all that', async () => {
  await stranger.settled();
  expect(stranger.frames.map(({ op }) => op)).toEqual(['hello', 'ready', 'pong']);
});
