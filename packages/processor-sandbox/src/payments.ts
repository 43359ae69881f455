import { expire } from './sessions.js';
import {
  applicationFee,
  charge,
  type Customer,
  customer,
  now,
  type PaymentIntent,
  paymentIntent,
  type Session,
  transfer,
} from './objects.js';
import type { Tx } from './store.js';
import { invoice, subscription } from './subscription-objects.js';

/** The result of an attempt to pay a session. */
export type Outcome = 'done' | 'already' | 'expired';

/** Pays a session, or starts a payment whose money arrives later. Of concurrent calls only one pays. */
export async function pay(tx: Tx, id: string, when: 'now' | 'later'): Promise<Outcome> {
  const open = await tx.lock('checkout.session', id);
  if (open.status !== 'open') return open.status === 'expired' ? 'expired' : 'already';
  if (open.expires_at <= now()) {
    await expire(tx, open);
    return 'expired';
  }
  const payer = await payerOf(tx, open);
  const changes =
    open.mode === 'payment' ? await beginPayment(tx, open, when) : await beginSubscription(tx, open, payer, when);
  const complete = await tx.update(open, {
    ...changes,
    status: 'complete',
    payment_status: when === 'now' ? 'paid' : 'unpaid',
    customer: payer?.id ?? null,
    customer_details: customerDetails(open, payer),
  });
  await tx.tell('checkout.session.completed', complete);
  return 'done';
}

/** Completes a started payment: the money arrives or not. False: no payment is pending. */
export async function settle(tx: Tx, id: string, outcome: 'succeeded' | 'failed'): Promise<boolean> {
  const waiting = await tx.lock('checkout.session', id);
  if (waiting.status !== 'complete' || waiting.payment_status === 'paid') return false;
  const settled = await (waiting.payment_intent
    ? settlePayment(tx, waiting.payment_intent, outcome)
    : settleSubscription(tx, waiting.subscription as string, outcome));
  if (!settled) return false;
  const succeeded = outcome === 'succeeded';
  const after = await tx.update(
    waiting,
    succeeded ? { payment_status: 'paid' } : { sandbox: { ...waiting.sandbox, failed: true } },
  );
  await tx.tell(`checkout.session.async_payment_${outcome}`, after);
  return true;
}

function customerDetails({ customer_email }: Session, payer?: Customer): Session['customer_details'] {
  return {
    address: null,
    business_name: null,
    email: customer_email ?? payer?.email ?? null,
    individual_name: null,
    name: payer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}

/** A subscription needs a customer, which is created if none is named; a payment does not. */
async function payerOf(tx: Tx, { mode, customer: id, customer_email }: Session) {
  if (id) return tx.find('customer', id);
  if (mode === 'payment') return undefined;
  return tx.insert(customer({ email: customer_email, name: null, metadata: {} }));
}

async function beginPayment(tx: Tx, open: Session, when: 'now' | 'later'): Promise<Partial<Session>> {
  const status = when === 'now' ? 'succeeded' : 'processing';
  const intent = await tx.insert(paymentIntent(open, status));
  if (when === 'now') await collect(tx, intent);
  return { payment_intent: intent.id };
}

async function settlePayment(tx: Tx, id: string, outcome: 'succeeded' | 'failed'): Promise<boolean> {
  const intent = await tx.lock('payment_intent', id);
  if (intent.status !== 'processing') return false;
  if (outcome === 'succeeded') {
    await collect(tx, await tx.update(intent, { status: 'succeeded', amount_received: intent.amount }));
  } else {
    const failed = await tx.update(intent, { status: 'requires_payment_method' });
    await tx.tell('payment_intent.payment_failed', failed);
  }
  return true;
}

/** Creates the charge of an intent, the seller's transfer and the fee. */
async function collect(tx: Tx, intent: PaymentIntent): Promise<void> {
  const made = charge(intent);
  const { destination } = intent.transfer_data ?? {};
  if (destination) {
    const { amount, currency } = intent;
    const passed = await tx.insert(
      transfer({
        amount,
        currency,
        destination,
        metadata: {},
        transfer_group: `group_${intent.id}`,
        source_transaction: made.id,
      }),
    );
    made.transfer = passed.id;
    if (made.application_fee_amount) {
      made.application_fee = (await tx.insert(applicationFee(made, destination))).id;
    }
  }
  await tx.insert(made);
  await tx.tell('payment_intent.succeeded', await tx.update(intent, { latest_charge: made.id }));
}

async function beginSubscription(
  tx: Tx,
  open: Session,
  payer: { id: string } | undefined,
  when: 'now' | 'later',
): Promise<Partial<Session>> {
  const status = when === 'now' ? 'active' : 'incomplete';
  const made = subscription(open, (payer as { id: string }).id, status);
  const first = await tx.insert(invoice(made, when === 'now', 'subscription_create'));
  const begun = await tx.insert({ ...made, latest_invoice: first.id });
  await tx.tell('customer.subscription.created', begun);
  if (when === 'now') await tx.tell('invoice.paid', first);
  return { subscription: begun.id, invoice: first.id };
}

async function settleSubscription(tx: Tx, id: string, outcome: 'succeeded' | 'failed'): Promise<boolean> {
  const waiting = await tx.lock('subscription', id);
  if (waiting.status !== 'incomplete') return false;
  const first = await tx.lock('invoice', waiting.latest_invoice as string);
  const succeeded = outcome === 'succeeded';
  const after = await tx.update(waiting, { status: succeeded ? 'active' : 'incomplete_expired' });
  await tx.tell('customer.subscription.updated', after, waiting);
  if (succeeded) {
    const { total } = first;
    const paid = await tx.update(first, { status: 'paid', amount_paid: total, amount_remaining: 0 });
    await tx.tell('invoice.paid', paid);
  }
  return true;
}
