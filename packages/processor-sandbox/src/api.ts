import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import {
  createAccount,
  createAccountLink,
  createCustomer,
  createLoginLink,
  updateAccount,
  updateCustomer,
} from './accounts.js';
import { ApiError, invalid } from './api-error.js';
import type { CallLog, Outage } from './call-log.js';
import { type Kinds, newId } from './objects.js';
import { Params } from './params.js';
import { listEvents, listObjects, presenter, readEvent, readObject } from './reading.js';
import { createSession, expireSession } from './sessions.js';
import type { Store, Tx } from './store.js';
import { cancelSubscription, updateSubscription } from './subscriptions.js';
import { createRefund, createTransfer } from './transfers.js';

interface Surroundings {
  store: Store;
  log: CallLog;
  secretKey: string;
  /** The address of the sandbox. */
  url: () => string;
}

type Handler = (tx: Tx, given: Params, id: string) => Promise<object>;

interface Answer {
  status: number;
  body: object;
  replayed?: boolean;
}

const LISTED: [path: string, kind: keyof Kinds, filters: string[]][] = [
  ['checkout/sessions', 'checkout.session', ['customer', 'payment_intent', 'subscription', 'status']],
  ['accounts', 'account', []],
  ['customers', 'customer', ['email']],
  ['subscriptions', 'subscription', ['customer', 'status']],
  ['payment_intents', 'payment_intent', ['customer']],
  ['charges', 'charge', ['customer', 'payment_intent']],
  ['refunds', 'refund', ['charge', 'payment_intent']],
  ['transfers', 'transfer', ['destination', 'transfer_group']],
  ['invoices', 'invoice', ['customer', 'status']],
  ['application_fees', 'application_fee', ['charge']],
];

const CHANGES: [method: 'post' | 'delete', path: string, handler: Handler][] = [
  ['post', 'checkout/sessions', createSession],
  ['post', 'checkout/sessions/:id/expire', (tx, _given, id) => expireSession(tx, id)],
  ['post', 'accounts', createAccount],
  ['post', 'accounts/:id', (tx, given, id) => updateAccount(tx, id, given)],
  ['post', 'accounts/:id/login_links', (tx, _given, id) => createLoginLink(tx, id)],
  ['post', 'account_links', createAccountLink],
  ['post', 'customers', createCustomer],
  ['post', 'customers/:id', (tx, given, id) => updateCustomer(tx, id, given)],
  ['post', 'subscriptions/:id', (tx, given, id) => updateSubscription(tx, id, given)],
  ['delete', 'subscriptions/:id', (tx, _given, id) => cancelSubscription(tx, id)],
  ['post', 'refunds', createRefund],
  ['post', 'transfers', createTransfer],
];

/** The part of the processor's API that the service uses. */
export function api(around: Surroundings): Router {
  const router = Router();
  router.use(express.urlencoded({ extended: true, limit: '1mb' }));
  router.use(note(around.log), authorize(around.secretKey), strike(around.log));
  for (const [path, kind, filters] of LISTED) {
    router.get(
      `/${path}`,
      served(around, (tx, given) => listObjects(tx, given, { kind, filters, path })),
    );
    router.get(
      `/${path}/:id`,
      served(around, (tx, _given, id) => readObject(tx, kind, id)),
    );
  }
  router.get('/events', served(around, listEvents));
  router.get(
    '/events/:id',
    served(around, (tx, _given, id) => readEvent(tx, id)),
  );
  for (const [method, path, handler] of CHANGES) router[method](`/${path}`, served(around, handler));
  router.use((request) => {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.baseUrl}${request.path}).`,
    });
  });
  router.use(refuse);
  return router;
}

const inputOf = (request: Request): Record<string, unknown> => ({ ...request.query, ...request.body });

function note(log: CallLog) {
  return (request: Request, response: Response, next: () => void) => {
    const idempotency_key = request.get('idempotency-key') ?? null;
    const { method, baseUrl, path } = request;
    const call = log.note({ method, path: baseUrl + path, body: inputOf(request), idempotency_key });
    response.setHeader('request-id', newId('req'));
    response.on('finish', () => (call.status = response.statusCode));
    next();
  };
}

function authorize(secretKey: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${secretKey}`);
  return (request: Request, _response: Response, next: () => void) => {
    if (timingSafeEqual(digest(request.get('authorization') ?? ''), expected)) return next();
    throw new ApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
  };
}

const FAILURES: Record<number, ConstructorParameters<typeof ApiError>[1]> = {
  402: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
};

async function fail({ hang_ms, status }: Outage): Promise<never> {
  await sleep(hang_ms, undefined, { ref: false });
  throw new ApiError(status, FAILURES[status] ?? { type: 'api_error', message: 'Something is wrong on our end.' });
}

function strike(log: CallLog) {
  return async (request: Request, response: Response, next: () => void) => {
    const outage = log.strikes(request.baseUrl + request.path);
    if (outage && !outage.lost) await fail(outage);
    if (outage) response.locals.lost = { ...outage };
    next();
  };
}

function served({ store, url }: Surroundings, handler: Handler) {
  return async (request: Request, response: Response) => {
    const given = new Params(inputOf(request));
    const key = request.method === 'POST' ? (request.get('idempotency-key') ?? null) : null;
    const call = { id: response.getHeader('request-id') as string, idempotency_key: key };
    const work = (tx: Tx) => handler(tx, given, String(request.params.id ?? ''));
    const answer = await store.transaction(
      async (tx): Promise<Answer> =>
        key ? once(tx, key, hashOf(request), work) : { status: 200, body: await work(tx) },
      call,
    );
    if (response.locals.lost) await fail(response.locals.lost as Outage);
    if (answer.replayed) response.setHeader('idempotent-replayed', 'true');
    const body = await store.transaction((tx) => presenter(tx, url(), given.texts('expand'))(answer.body));
    response.status(answer.status).json(body);
  };
}

function hashOf(request: Request): string {
  const { method, baseUrl, path, body } = request;
  return createHash('sha256')
    .update(JSON.stringify([method, baseUrl + path, body ?? {}]))
    .digest('hex');
}

/**
 * Returns one answer per idempotency key. A concurrent request with the same key waits for the row lock. A
 * refusal is stored like any answer, without the changes of its call; an unexpected error is not stored.
 */
async function once(tx: Tx, key: string, hash: string, work: (tx: Tx) => Promise<object>): Promise<Answer> {
  if (key.length > 255) throw invalid('Idempotency keys must be at most 255 characters');
  const { rowCount } = await tx.client.query(
    'INSERT INTO sandbox.idempotency_keys (key, request_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [key, hash],
  );
  if (!rowCount) return replay(tx, key, hash);
  await tx.client.query('SAVEPOINT before');
  const answer = await work(tx).then(
    (body) => ({ status: 200, body }),
    async (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      await tx.client.query('ROLLBACK TO before');
      return { status: error.status, body: { error: error.detail } };
    },
  );
  await tx.client.query('UPDATE sandbox.idempotency_keys SET status = $2, body = $3 WHERE key = $1', [
    key,
    answer.status,
    JSON.stringify(answer.body),
  ]);
  return answer;
}

async function replay(tx: Tx, key: string, hash: string): Promise<Answer> {
  const { rows } = await tx.client.query<Answer & { request_hash: string }>(
    'SELECT request_hash, status, body FROM sandbox.idempotency_keys WHERE key = $1',
    [key],
  );
  const [kept] = rows;
  if (kept?.request_hash === hash) return { status: kept.status, body: kept.body, replayed: true };
  throw new ApiError(400, {
    type: 'idempotency_error',
    message:
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ` +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/**
 * Express recognises an error handler by its four arguments. Values that PostgreSQL cannot store, such as a
 * zero byte, are an error of the caller.
 */
export const refuse: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  const malformed = (error.status >= 400 && error.status < 500) || String(error.code).startsWith('22');
  const known = error instanceof ApiError ? error : malformed ? invalid('The request could not be read') : undefined;
  if (!known) request.app.locals.tell('error', `the processor sandbox failed: ${error.stack ?? error}`);
  const detail = known?.detail ?? { type: 'api_error', message: 'An unknown error occurred' };
  response.status(known?.status ?? 500).json({ error: detail });
};
