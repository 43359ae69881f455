import { invalid } from './api-error.js';
import { now } from './objects.js';
import type { Params } from './params.js';
import type { Tx } from './store.js';
import { invoice, periodEnd, type Subscription } from './subscription-objects.js';

const isOver = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired';

async function running(tx: Tx, id: string): Promise<Subscription> {
  const found = await tx.lock('subscription', id);
  if (isOver(found)) throw invalid('A canceled subscription can only update its cancellation_details.');
  return found;
}

export async function updateSubscription(tx: Tx, id: string, given: Params): Promise<Subscription> {
  const before = await running(tx, id);
  const atEnd = given.flag('cancel_at_period_end') ?? before.cancel_at_period_end;
  const turned = atEnd !== before.cancel_at_period_end;
  const after = await tx.update(before, {
    metadata: given.metadata(before.metadata),
    ...(turned && {
      cancel_at_period_end: atEnd,
      cancel_at: atEnd ? (before.items.data[0]?.current_period_end ?? null) : null,
      canceled_at: atEnd ? now() : null,
    }),
  });
  await tx.tell('customer.subscription.updated', after, before);
  return after;
}

export async function cancelSubscription(tx: Tx, id: string): Promise<Subscription> {
  const before = await running(tx, id);
  const at = now();
  const ended = await tx.update(before, { status: 'canceled', canceled_at: at, ended_at: at });
  await tx.tell('customer.subscription.deleted', ended);
  return ended;
}

/** Starts the next period: it is paid, or the subscription ends if it was cancelled. */
export async function renewSubscription(tx: Tx, id: string): Promise<Subscription> {
  const before = await running(tx, id);
  if (before.cancel_at_period_end) return cancelSubscription(tx, id);
  const data = before.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEnd(item.current_period_end, item.price.recurring.interval),
  }));
  const renewed = { ...before, status: 'active' as const, items: { ...before.items, data } };
  const paid = await tx.insert(invoice(renewed, true, 'subscription_cycle'));
  const after = await tx.update(before, { ...renewed, latest_invoice: paid.id });
  await tx.tell('invoice.paid', paid);
  await tx.tell('customer.subscription.updated', after, before);
  return after;
}

export async function failPayment(tx: Tx, id: string): Promise<Subscription> {
  const before = await running(tx, id);
  const unpaid = await tx.insert(invoice(before, false, 'subscription_cycle'));
  const after = await tx.update(before, { status: 'past_due', latest_invoice: unpaid.id });
  await tx.tell('invoice.payment_failed', unpaid);
  await tx.tell('customer.subscription.updated', after, before);
  return after;
}
