import { Routes } from '../../src/platform/http/routes.js';
import { eventTypes } from '../../src/realtime/event-type.js';
import { type Frame, RealtimeClient } from '../support/realtime-client.js';
import { eventually, TestService } from '../support/service.js';
import { TOLD } from './told-routes.js';
import type { Scene, Step } from './told-step.js';

/** Of much else too, and as often as they like. */
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
/** He has nothing to do with the two. */
let stranger: RealtimeClient;
/** How much each has heard before what is looked at. */
let before: number[];

/** What comes from here on is of what happens now: also what is told at most every few seconds. */
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
  // Those who are online are known to the database a moment later.
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

it('every route that changes something says who hears of it, or why nobody does', () => {
  const routes = service.app.get(Routes).all();
  const changing = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(TOLD).sort()).toEqual([...new Set(changing)].sort());
});

it('every type of event is of a route, or of what happens without one', () => {
  const told = new Set(steps.flatMap(([, { tells }]) => tells));
  const elsewhere = Object.values(TOLD)
    .filter((entry) => typeof entry === 'string')
    .join(' ');
  const missing = [...eventTypes.keys()].filter((name) => !told.has(name) && !elsewhere.includes(name));
  expect(missing.filter((name) => !BESIDE.has(name))).toEqual([]);
});

it.each(steps)('%s is told', async (_, { does, tells }) => {
  await forget();
  await does(scene);
  const heard = () => [
    ...new Set(clients.flatMap(({ frames }, at) => frames.slice(before[at]).flatMap(tales))),
  ];
  await eventually(async () => expect(heard()).toEqual(expect.arrayContaining(tells)));
  for (const client of clients) await client.settled();
  const unexpected = heard().filter((type) => !tells.includes(type) && !BESIDE.has(type));
  expect(unexpected).toEqual([]);
});

it('a stranger heard nothing of all that', async () => {
  await stranger.settled();
  expect(stranger.frames.map(({ op }) => op)).toEqual(['hello', 'ready', 'pong']);
});
