import express, { type Request, type Response, Router } from 'express';
import { ApiError, invalid, missing } from './api-error.js';
import { refuse } from './api.js';
import type { CallLog } from './call-log.js';
import type { Delivery, Deliveries, Waiting } from './deliveries.js';
import { event, newId, topicOf, visible } from './objects.js';
import { settle } from './payments.js';
import type { Store, Tx } from './store.js';
import { cancelSubscription, failPayment, renewSubscription } from './subscriptions.js';

interface Surroundings {
  store: Store;
  log: CallLog;
  deliveries: Deliveries;
}

type Given = Record<string, unknown>;

const MAX_COPIES = 50;

/** Controls that the real processor does not have, for tests and for developers of clients. */
export function controls(around: Surroundings): Router {
  const router = Router();
  router.use(express.json({ limit: '1mb' }), express.urlencoded({ extended: true }));
  const { log, deliveries } = around;
  const levers = (request: Request) => deliveries.set(switches(given(request)));
  router.get(
    '/deliveries',
    answered(async () => deliveries.switches),
  );
  router.put('/deliveries', answered(levers));
  router.post('/deliveries', answered(levers));
  router.post(
    '/deliveries/release',
    answered((request) => release(deliveries, given(request))),
  );
  router.get(
    '/events',
    answered((request) => events(around.store, request.query.object)),
  );
  router.post(
    '/events',
    answered((request) => makeUp(around, given(request))),
  );
  router.post(
    '/events/:id/deliver',
    answered((request) => deliverAgain(deliveries, request)),
  );
  router.put(
    '/outage',
    answered(async (request) => setOutage(log, given(request))),
  );
  router.get(
    '/outage',
    answered(async () => ({ outage: log.outage ?? null })),
  );
  router.get(
    '/calls',
    answered(async () => ({ calls: log.calls })),
  );
  subscriptionLevers(router, around.store);
  router.post(
    '/sessions/:id/settle',
    answered(async (request) => settled(around.store, request)),
  );
  router.use((request) => {
    throw missing('address', request.originalUrl, 'path');
  });
  router.use(refuse);
  return router;
}

function subscriptionLevers(router: Router, store: Store): void {
  const act = (path: string, work: (tx: Tx, id: string) => Promise<object>) =>
    router.post(
      `/subscriptions/:id/${path}`,
      answered((request) => store.transaction((tx) => work(tx, idOf(request)))),
    );
  act('renew', renewSubscription);
  act('cancel', cancelSubscription);
  act('fail-payment', failPayment);
}

const given = (request: Request): Given => (request.body ?? {}) as Given;
const idOf = (request: Request) => String(request.params.id);

/** A form of the overview page is redirected back to it. */
function answered(work: (request: Request) => Promise<object>) {
  return async (request: Request, response: Response) => {
    const isForm = request.method === 'POST' && request.accepts(['json', 'html']) === 'html';
    try {
      const body = await work(request);
      if (!isForm) return response.json(body);
    } catch (error) {
      // The button was on an outdated page; the overview shows the current state.
      if (!isForm || !(error instanceof ApiError)) throw error;
    }
    response.redirect(303, '/');
  };
}

function flag(value: unknown, name: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalid(`${name} is true or false`, name);
}

function whole(value: unknown, name: string, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && value.trim() ? Number(value) : value;
  if (Number.isInteger(number) && (number as number) >= min && (number as number) <= max) return number as number;
  throw invalid(`${name} is a whole number from ${min} to ${max}`, name);
}

const copiesOf = (from: Given) => whole(from.copies, 'copies', 1, MAX_COPIES);

function switches(from: Given) {
  const hold = flag(from.hold, 'hold');
  const copies = copiesOf(from);
  return { ...(hold !== undefined && { hold }), ...(copies !== undefined && { copies }) };
}

const ORDERS: Record<string, (waiting: Waiting[]) => Waiting[]> = {
  forward: (waiting) => waiting,
  reverse: (waiting) => waiting.reverse(),
  shuffle: (waiting) =>
    waiting
      .map((one) => ({ one, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one),
};

async function release(deliveries: Deliveries, from: Given): Promise<{ deliveries: Delivery[] }> {
  const name = from.order === undefined ? 'forward' : String(from.order);
  const arrange = Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined;
  if (!arrange) throw invalid('order is forward, reverse or shuffle', 'order');
  const options = { copies: copiesOf(from), atOnce: flag(from.at_once, 'at_once') };
  return { deliveries: await deliveries.release(arrange, options) };
}

async function events(store: Store, object: unknown): Promise<object> {
  const { rows } = await store.pool.query(
    `SELECT id, type, object_id AS object, created, attempts, last_status AS status,
       delivered_at IS NOT NULL AS delivered, delivered_at, next_attempt_at, payload AS event
     FROM sandbox.events WHERE $1::text IS NULL OR object_id = $1 ORDER BY seq DESC LIMIT 200`,
    [typeof object === 'string' && object ? object : null],
  );
  return { events: rows };
}

async function deliverAgain(deliveries: Deliveries, request: Request): Promise<{ deliveries: Delivery[] }> {
  const found = await deliveries.read(idOf(request));
  if (!found) throw missing('event', idOf(request));
  return { deliveries: await deliveries.deliver(found, copiesOf(given(request)) ?? 1) };
}

/** Sends an invented event once. Under an existing id it inserts no second row. */
async function makeUp({ store, deliveries }: Surroundings, from: Given): Promise<object> {
  if (typeof from.type !== 'string' || !from.type) throw invalid('type is the name of an event', 'type');
  const about = await aboutOf(store, from.object);
  const id = from.id === undefined ? newId('evt') : String(from.id);
  const created = whole(from.created, 'created', 0, 99_999_999_999);
  const body = event(from.type, about, { id, created });
  const topic = String(topicOf(about) ?? id);
  const { rowCount } = await store.pool.query(
    `INSERT INTO sandbox.events (id, type, object_id, topic, payload, next_attempt_at)
     VALUES ($1, $2, $3, $4, $5, NULL) ON CONFLICT DO NOTHING`,
    [id, from.type, String((about as { id?: unknown }).id ?? id), topic, JSON.stringify(body)],
  );
  const copies = copiesOf(from) ?? 1;
  const waiting = { id, type: from.type, topic, attempts: 1, payload: body };
  if (rowCount) return { event: body, deliveries: await deliveries.deliver(waiting, copies) };
  const statuses = await deliveries.send(body, copies);
  return { event: body, deliveries: statuses.map((status) => ({ event: id, type: from.type, status })) };
}

async function aboutOf(store: Store, object: unknown): Promise<object> {
  if (object && typeof object === 'object') return object;
  const { rows } = await store.pool.query<{ body: object }>('SELECT body FROM sandbox.objects WHERE id = $1', [
    String(object),
  ]);
  if (!rows[0]) throw missing('object', String(object), 'object');
  return visible(rows[0].body);
}

function setOutage(log: CallLog, from: Given): object {
  const calls = whole(from.calls, 'calls', 0, 1_000_000);
  if (calls === undefined) throw invalid('calls is how many calls fail', 'calls');
  const outage = {
    calls,
    status: whole(from.status, 'status', 400, 599) ?? 500,
    hang_ms: whole(from.hang_ms, 'hang_ms', 0, 600_000) ?? 0,
    path: from.path === undefined ? undefined : String(from.path),
    lost: flag(from.lost, 'lost') ?? false,
  };
  log.outage = calls ? outage : undefined;
  return { outage: log.outage ?? null };
}

async function settled(store: Store, request: Request): Promise<object> {
  const { outcome } = given(request);
  if (outcome !== 'succeeded' && outcome !== 'failed') {
    throw invalid('outcome is succeeded or failed', 'outcome');
  }
  if (await store.transaction((tx) => settle(tx, idOf(request), outcome))) return { settled: true };
  throw invalid('No payment of this session is awaited');
}
