import { randomBytes } from 'node:crypto';
import { builtFile } from '@community-platform/pages';
import {
  card,
  type CheckoutMoment,
  checkoutPage,
  dashboardPage,
  onboardingPage,
  type OverviewEvent,
  overviewPage,
} from '@community-platform/pages/sandbox';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { onboard } from './accounts.js';
import { ApiError } from './api-error.js';
import type { Deliveries, Switches } from './deliveries.js';
import { type Account, now, type Ticket } from './objects.js';
import { show, type Shown } from './page-frame.js';
import { pay } from './payments.js';
import { readSession } from './sessions.js';
import type { Store, Tx } from './store.js';

const STYLE = builtFile('sandbox/sandbox.css');
const SCRIPT = builtFile('sandbox/sandbox.js');
const DASHBOARD_SECONDS = 3600;
const ROWS = { overview: 20, dashboard: 50 };

interface Surroundings {
  store: Store;
  deliveries: Deliveries;
}

/** The pages for people: checkout, onboarding of sellers, and the overview. */
export function pages({ store, deliveries }: Surroundings): Router {
  const router = Router();
  router.get('/sandbox.css', (_request, response) => void response.type('css').send(STYLE));
  router.get('/sandbox.js', (_request, response) => void response.type('js').send(SCRIPT));
  router.get(
    '/',
    shown(() => store.transaction((tx) => overview(tx, deliveries.switches))),
  );
  router.use('/pay', checkout(store));
  router.use('/onboard', onboarding(store));
  router.get('/dashboard/:id', dashboard(store));
  router.use(() => {
    throw gone();
  });
  router.use(refuse);
  return router;
}

const idOf = (request: Request) => String(request.params.id);
const gone = () => new ApiError(404, { type: 'invalid_request_error', message: 'No such page' });

/** Answers with a page, or with a redirect. */
function shown(work: (request: Request, response: Response) => Promise<Shown | string>): RequestHandler {
  return async (request, response) => {
    const result = await work(request, response);
    if (typeof result === 'string') response.redirect(303, result);
    else show(response, result);
  };
}

async function overview(tx: Tx, switches: Switches): Promise<Shown> {
  const limit = ROWS.overview;
  const sessions = await tx.newest('checkout.session', {}, limit);
  const subscriptions = await tx.newest('subscription', {}, limit);
  const accounts = await tx.newest('account', {}, limit);
  const { rows: events } = await tx.client.query<OverviewEvent>(
    `SELECT id, type, object_id, created, attempts, delivered_at, next_attempt_at, last_status
     FROM sandbox.events ORDER BY seq DESC LIMIT ${limit * 2}`,
  );
  return overviewPage({ sessions, subscriptions, accounts, events, switches });
}

function checkout(store: Store): Router {
  const router = Router();
  const find = (request: Request) => store.transaction((tx) => readSession(tx, idOf(request)));
  const paying = (when: 'now' | 'later') =>
    shown(async (request) => {
      const outcome = await store.transaction((tx) => pay(tx, idOf(request), when));
      return `/pay/${idOf(request)}${outcome === 'expired' ? '' : '?received'}`;
    });
  router.get(
    '/:id',
    shown((request) => store.transaction((tx) => checkoutNow(tx, request))),
  );
  router.post('/:id/pay', paying('now'));
  router.post('/:id/later', paying('later'));
  router.post(
    '/:id/decline',
    shown(async (request) => {
      const { id, status } = await find(request);
      return `/pay/${id}${status === 'open' ? '?declined' : ''}`;
    }),
  );
  router.post(
    '/:id/cancel',
    shown(async (request) => {
      const { id, status, cancel_url } = await find(request);
      if (status !== 'open') return `/pay/${id}`;
      return cancel_url ? new URL(cancel_url).href : `/pay/${id}?canceled`;
    }),
  );
  return router;
}

async function checkoutNow(tx: Tx, request: Request): Promise<Shown> {
  const moments: CheckoutMoment[] = ['declined', 'canceled', 'received'];
  const moment = moments.find((name) => name && name in request.query);
  const session = await readSession(tx, idOf(request));
  const { destination } = session.sandbox.payment;
  const seller = destination ? await tx.find('account', destination) : undefined;
  return checkoutPage(session, moment, seller?.email ?? destination);
}

const isSpent = ({ used, expires_at }: Ticket) => used || expires_at <= now();

function onboarding(store: Store): Router {
  const router = Router();
  router.get(
    '/:id',
    shown((request) =>
      store.transaction(async (tx) => {
        const link = await tx.lock('account_link', idOf(request));
        if (isSpent(link)) return link.refresh_url as string;
        return onboardingPage(link, await tx.lock('account', link.account));
      }),
    ),
  );
  router.post(
    '/:id/:how',
    shown((request) => store.transaction((tx) => onboardNow(tx, request))),
  );
  return router;
}

async function onboardNow(tx: Tx, request: Request): Promise<string> {
  const { how } = request.params;
  if (how !== 'enabled' && how !== 'submitted' && how !== 'leave') throw gone();
  const link = await tx.lock('account_link', idOf(request));
  if (isSpent(link)) return link.refresh_url as string;
  await tx.update(link, { used: true });
  if (how !== 'leave') await onboard(tx, link.account, how);
  return link.return_url as string;
}

/**
 * The ticket admits one browser, which a cookie identifies from then on; for any other browser the page does
 * not exist.
 */
function dashboard(store: Store): RequestHandler {
  return shown(async (request, response) => {
    const id = idOf(request);
    return store.transaction(async (tx) => {
      const ticket = await tx.lock('login_link', id);
      const { cookie } = isIn(ticket, request) ? ticket : await letIn(tx, ticket);
      const path = `Path=/dashboard/${id}; Max-Age=${DASHBOARD_SECONDS}`;
      response.setHeader('Set-Cookie', `dashboard=${cookie}; HttpOnly; SameSite=Lax; ${path}`);
      return dashboardNow(tx, await tx.lock('account', ticket.account));
    });
  });
}

async function dashboardNow(tx: Tx, account: Account): Promise<Shown> {
  const { id } = account;
  const charges = await tx.newest('charge', { transfer_data: { destination: id } }, ROWS.dashboard);
  const fees = await tx.newest('application_fee', { account: id }, ROWS.dashboard);
  const transfers = await tx.newest('transfer', { destination: id }, ROWS.dashboard);
  return dashboardPage({ account, charges, fees, transfers });
}

function isIn({ cookie, created }: Ticket, request: Request): boolean {
  const sent = request.headers.cookie?.split('; ') ?? [];
  return cookie !== null && created > now() - DASHBOARD_SECONDS && sent.includes(`dashboard=${cookie}`);
}

async function letIn(tx: Tx, ticket: Ticket): Promise<Ticket> {
  if (isSpent(ticket)) throw gone();
  return tx.update(ticket, { used: true, cookie: randomBytes(24).toString('hex') });
}

const refuse: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error);
  const isTheirs = error instanceof ApiError || (error.status >= 400 && error.status < 500);
  const status: number = isTheirs ? error.status : 500;
  if (!isTheirs) request.app.locals.tell('error', `the processor sandbox failed: ${error.stack ?? error}`);
  const [title, text] =
    status === 500
      ? ['Something went wrong', 'The sandbox could not do that. Try again in a moment.']
      : ['There is nothing here', 'The address is not complete, or its link was used already.'];
  show(response, { title, status, body: card('broken', title, text) });
};
