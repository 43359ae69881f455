import type { Stripe } from 'stripe';
import { type Fields, type Interval, type Item, newId, now, type Session } from './objects.js';

type Status = 'active' | 'past_due' | 'canceled' | 'incomplete' | 'incomplete_expired';

/** The end of the period that starts at `start`. The last days of a month stay within the next month. */
export function periodEnd(start: number, interval: Interval): number {
  const end = new Date(start * 1000);
  const day = end.getUTCDate();
  if (interval === 'day') end.setUTCDate(day + 1);
  if (interval === 'week') end.setUTCDate(day + 7);
  if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  if (interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  if ((interval === 'month' || interval === 'year') && end.getUTCDate() !== day) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}

function item(of: Item, subscriptionId: string, currency: string) {
  const created = now();
  const interval = of.interval ?? 'month';
  return {
    id: newId('si'),
    object: 'subscription_item' as const,
    created,
    current_period_end: periodEnd(created, interval),
    current_period_start: created,
    metadata: {},
    price: {
      id: newId('price'),
      object: 'price' as const,
      active: true,
      billing_scheme: 'per_unit' as const,
      created,
      currency,
      livemode: false,
      metadata: {},
      nickname: of.name,
      product: newId('prod'),
      recurring: { interval, interval_count: 1, usage_type: 'licensed' as const },
      type: 'recurring' as const,
      unit_amount: of.unit_amount,
    },
    quantity: of.quantity,
    subscription: subscriptionId,
  };
}

export function subscription(of: Session, customer: string, status: Status) {
  const id = newId('sub');
  const created = now();
  return {
    id,
    object: 'subscription' as const,
    billing_cycle_anchor: created,
    cancel_at: null as number | null,
    cancel_at_period_end: false as boolean,
    canceled_at: null as number | null,
    collection_method: 'charge_automatically' as const,
    created,
    currency: of.currency,
    customer,
    ended_at: null as number | null,
    items: {
      object: 'list' as const,
      data: of.sandbox.items.map((one) => item(one, id, of.currency)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null as string | null,
    livemode: false,
    metadata: of.sandbox.payment.metadata,
    start_date: created,
    status,
  } satisfies Fields<Omit<Stripe.Subscription, 'items'>> & { items: unknown };
}

export function invoice(of: Subscription, paid: boolean, reason: 'subscription_create' | 'subscription_cycle') {
  const total = of.items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  return {
    id: newId('in'),
    object: 'invoice' as const,
    amount_due: total,
    amount_paid: paid ? total : 0,
    amount_remaining: paid ? 0 : total,
    billing_reason: reason,
    created: now(),
    currency: of.currency,
    customer: of.customer,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details' as const,
      quote_details: null,
      subscription_details: { subscription: of.id, metadata: of.metadata },
    },
    period_end: of.items.data[0]?.current_period_end,
    period_start: of.items.data[0]?.current_period_start,
    status: paid ? ('paid' as const) : ('open' as const),
    total,
  } satisfies Fields<Stripe.Invoice>;
}

export type Subscription = ReturnType<typeof subscription>;
export type Invoice = ReturnType<typeof invoice>;
