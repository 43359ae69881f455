import { invalid, missing } from './api-error.js';
import { type Interval, type Item, now, type Session, session } from './objects.js';
import type { Params } from './params.js';
import type { Tx } from './store.js';

const DAY = 86_400;
const MAX_TOTAL = 99_999_999;
const MODES = ['payment', 'subscription'] as const;
const INTERVALS: Interval[] = ['day', 'week', 'month', 'year'];

export async function createSession(tx: Tx, given: Params): Promise<Session> {
  const mode = given.required('mode', given.choice('mode', MODES));
  const lines = given.list('line_items');
  const currencies = new Set(lines.map((line) => currencyOf(line)));
  if (currencies.size > 1) throw invalid('All prices must have the same currency', 'line_items');
  const [currency] = currencies;
  if (!currency) given.required('line_items', undefined);
  if (given.has('customer') && given.has('customer_email')) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
  }
  const made = session({
    mode,
    items: lines.map((line) => item(line, mode)),
    currency: currency as string,
    customer: given.text('customer') ?? null,
    customer_email: given.email('customer_email') ?? null,
    client_reference_id: given.text('client_reference_id', 200) ?? null,
    metadata: given.metadata(),
    success_url: given.required('success_url', given.url('success_url')),
    cancel_url: given.url('cancel_url') ?? null,
    expires_at: given.whole('expires_at', now() + 30 * 60 - 5, now() + DAY + 5) ?? now() + DAY,
    payment: payment(given, mode),
  });
  if (made.amount_total > MAX_TOTAL) throw invalid('The total is too large', 'line_items', 'amount_too_large');
  await checkParties(tx, made);
  return tx.insert(made);
}

export async function expireSession(tx: Tx, id: string): Promise<Session> {
  const open = await tx.lock('checkout.session', id, 'session');
  if (open.status === 'open') return expire(tx, open);
  throw invalid(
    `Only Checkout Sessions with a status in ["open"] can be expired. This one has a status of ${open.status}.`,
  );
}

/** Expires the sessions that are due. */
export async function expireDue(tx: Tx): Promise<void> {
  const { rows } = await tx.client.query<{ body: Session }>(
    `SELECT body FROM sandbox.objects WHERE type = 'checkout.session' AND body->>'status' = 'open'
     AND (body->>'expires_at')::bigint <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED`,
    [now()],
  );
  for (const { body } of rows) await expire(tx, body);
}

export async function expire(tx: Tx, open: Session): Promise<Session> {
  const expired = await tx.update(open, { status: 'expired' });
  await tx.tell('checkout.session.expired', expired);
  return expired;
}

const priceOf = (line: Params) => line.under('price_data');

function currencyOf(line: Params): string {
  const price = priceOf(line);
  return price.required('currency', price.currency('currency'));
}

function item(line: Params, mode: Session['mode']): Item {
  const price = priceOf(line);
  const product = price.under('product_data');
  const recurring = price.under('recurring');
  const interval = recurring.choice('interval', INTERVALS);
  if (mode === 'subscription') recurring.required('interval', interval);
  else if (interval) throw invalid('A recurring price needs `subscription` mode', recurring.name('interval'));
  return {
    name: product.required('name', product.text('name', 250)),
    description: product.text('description') ?? null,
    unit_amount: price.required('unit_amount', price.amount('unit_amount')),
    quantity: line.whole('quantity', 1, 999_999) ?? 1,
    interval,
  };
}

function payment(given: Params, mode: Session['mode']): Session['sandbox']['payment'] {
  if (mode === 'subscription') {
    if (given.has('payment_intent_data')) {
      throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
    }
    return { fee: null, destination: null, metadata: given.under('subscription_data').metadata() };
  }
  if (given.has('subscription_data')) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
  }
  const data = given.under('payment_intent_data');
  const transfer = data.under('transfer_data');
  const destination = transfer.text('destination') ?? null;
  const fee = data.amount('application_fee_amount', 0) ?? null;
  if (fee !== null && destination === null) {
    throw invalid('A fee can only be taken from a payment with a destination', data.name('application_fee_amount'));
  }
  return { fee, destination, metadata: data.metadata() };
}

async function checkParties(tx: Tx, { customer, sandbox, amount_total }: Session): Promise<void> {
  const { fee, destination } = sandbox.payment;
  if (customer && !(await tx.find('customer', customer))) {
    throw invalid(`No such customer: '${customer}'`, 'customer', 'resource_missing');
  }
  if (fee !== null && fee > amount_total) {
    throw invalid('The fee must not be greater than the amount.', 'payment_intent_data[application_fee_amount]');
  }
  if (!destination) return;
  const param = 'payment_intent_data[transfer_data][destination]';
  const account = await tx.find('account', destination);
  if (!account) throw invalid(`No such destination: '${destination}'`, param, 'resource_missing');
  if (!account.charges_enabled) {
    throw invalid(
      'The destination account cannot receive payments yet.',
      param,
      'insufficient_capabilities_for_transfer',
    );
  }
}

export async function readSession(tx: Tx, id: string): Promise<Session> {
  const found = await tx.find('checkout.session', id);
  if (!found) throw missing('checkout.session', id, 'session');
  return found;
}
