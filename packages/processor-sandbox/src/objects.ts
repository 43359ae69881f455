import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Metadata } from './params.js';
import type { CallMark } from './store.js';
import type { Invoice, Subscription } from './subscription-objects.js';

export interface Stored {
  id: string;
  object: string;
}

const API_VERSION = '2026-10-28.endive';

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
export const now = () => Math.floor(Date.now() / 1000);

export interface Item {
  name: string;
  description: string | null;
  unit_amount: number;
  quantity: number;
  interval?: Interval;
}
export type Interval = 'day' | 'week' | 'month' | 'year';

interface Order {
  mode: 'payment' | 'subscription';
  items: Item[];
  currency: string;
  customer: string | null;
  customer_email: string | null;
  client_reference_id: string | null;
  metadata: Metadata;
  success_url: string;
  cancel_url: string | null;
  expires_at: number;
  /** The data for the payment or the subscription that is created once the session is paid. */
  payment: { fee: number | null; destination: string | null; metadata: Metadata };
}

export function session(order: Order) {
  const { items, payment, ...given } = order;
  const total = items.reduce((sum, { unit_amount, quantity }) => sum + unit_amount * quantity, 0);
  return {
    ...given,
    id: `cs_test_${randomBytes(24).toString('hex')}`,
    object: 'checkout.session' as const,
    amount_subtotal: total,
    amount_total: total,
    created: now(),
    customer_details: null as Stripe.Checkout.Session.CustomerDetails | null,
    invoice: null as string | null,
    livemode: false,
    payment_intent: null as string | null,
    payment_method_types: ['card'],
    payment_status: 'unpaid' as 'unpaid' | 'paid',
    status: 'open' as 'open' | 'complete' | 'expired',
    subscription: null as string | null,
    ui_mode: 'hosted_page' as const,
    // Internal state of the sandbox: never part of an answer.
    sandbox: { items, payment, failed: false },
  } satisfies Fields<Stripe.Checkout.Session> & { sandbox: unknown };
}

export function paymentIntent(of: Session, status: 'succeeded' | 'processing') {
  const { fee, destination, metadata } = of.sandbox.payment;
  return {
    id: newId('pi'),
    object: 'payment_intent' as const,
    amount: of.amount_total,
    amount_received: status === 'succeeded' ? of.amount_total : 0,
    application_fee_amount: fee,
    created: now(),
    currency: of.currency,
    customer: of.customer,
    latest_charge: null as string | null,
    livemode: false,
    metadata,
    status: status as 'succeeded' | 'processing' | 'requires_payment_method',
    transfer_data: destination ? { destination } : null,
  } satisfies Fields<Stripe.PaymentIntent>;
}

export function charge(of: PaymentIntent) {
  return {
    id: newId('ch'),
    object: 'charge' as const,
    amount: of.amount,
    amount_captured: of.amount,
    amount_refunded: 0,
    application_fee: null as string | null,
    application_fee_amount: of.application_fee_amount,
    captured: true,
    created: now(),
    currency: of.currency,
    customer: of.customer,
    disputed: false,
    livemode: false,
    metadata: of.metadata,
    paid: true,
    payment_intent: of.id,
    refunded: false as boolean,
    status: 'succeeded' as const,
    transfer: undefined as string | undefined,
    transfer_data: of.transfer_data && { ...of.transfer_data, amount: null },
  } satisfies Fields<Stripe.Charge>;
}

export function applicationFee(of: Charge, seller: string) {
  return {
    id: newId('fee'),
    object: 'application_fee' as const,
    account: seller,
    amount: of.application_fee_amount ?? 0,
    amount_refunded: 0,
    charge: of.id,
    created: now(),
    currency: of.currency,
    livemode: false,
    refunded: false as boolean,
  } satisfies Fields<Stripe.ApplicationFee>;
}

export function transfer(of: {
  amount: number;
  currency: string;
  destination: string;
  metadata: Metadata;
  transfer_group: string | null;
  source_transaction: string | null;
}) {
  return {
    ...of,
    id: newId('tr'),
    object: 'transfer' as const,
    amount_reversed: 0,
    created: now(),
    description: null,
    livemode: false,
    reversed: false as boolean,
  } satisfies Fields<Stripe.Transfer>;
}

export function refund(of: Charge, amount: number, metadata: Metadata, reason: RefundReason) {
  return {
    id: newId('re'),
    object: 'refund' as const,
    amount,
    charge: of.id,
    created: now(),
    currency: of.currency,
    metadata,
    payment_intent: of.payment_intent,
    reason,
    status: 'succeeded' as const,
    transfer_reversal: null as string | null,
  } satisfies Fields<Stripe.Refund>;
}
export type RefundReason = 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;

export function customer(of: { email: string | null; name: string | null; metadata: Metadata }) {
  return {
    ...of,
    id: newId('cus'),
    object: 'customer' as const,
    balance: 0,
    created: now(),
    description: null,
    livemode: false,
  } satisfies Fields<Stripe.Customer>;
}

export function account(of: { email: string | null; country: string; metadata: Metadata }) {
  return {
    ...of,
    id: newId('acct'),
    object: 'account' as const,
    capabilities: { card_payments: 'inactive', transfers: 'inactive' } as Record<
      'card_payments' | 'transfers',
      'active' | 'inactive' | 'pending'
    >,
    charges_enabled: false as boolean,
    created: now(),
    details_submitted: false as boolean,
    payouts_enabled: false as boolean,
    type: 'express' as const,
  } satisfies Fields<Stripe.Account>;
}

/** An access link. Its id is the secret of its address, and only the sandbox reads the row. */
export function ticket(
  of: 'account_link' | 'login_link',
  seller: string,
  seconds: number,
  more: { refresh_url?: string; return_url?: string } = {},
) {
  const created = now();
  return {
    id: randomBytes(24).toString('hex'),
    object: of,
    account: seller,
    created,
    expires_at: created + seconds,
    used: false,
    ...more,
    /** The cookie of the browser that has used the link. */
    cookie: null as string | null,
  };
}

export function event(
  type: string,
  object: object,
  about: { before?: object; call?: CallMark | null; id?: string; created?: number } = {},
) {
  return {
    id: about.id ?? newId('evt'),
    object: 'event' as const,
    api_version: API_VERSION,
    created: about.created ?? now(),
    data: {
      object: visible(object),
      ...(about.before && { previous_attributes: changed(visible(about.before), object) }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: about.call ?? { id: null, idempotency_key: null },
    type,
  };
}

function changed(before: object, after: object): object {
  const is = after as Record<string, unknown>;
  const differs = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(is[key]);
  return Object.fromEntries(Object.entries(before).filter(differs));
}

/** An object as callers see it. A session has an address while it can be paid, computed when it is read. */
export function visible(object: object, url?: string): object {
  if (!('sandbox' in object)) return object;
  const { sandbox: _own, ...seen } = object as Session;
  return { ...seen, url: url && seen.status === 'open' ? `${url}/pay/${seen.id}` : null };
}

/**
 * The topic of an event. The events of one topic are sent in order: payment and session, subscription,
 * invoice and session.
 */
export function topicOf(object: object): string {
  const { id, payment_intent, subscription, parent } = object as Partial<Session> & Pick<Partial<Invoice>, 'parent'>;
  return parent?.subscription_details.subscription ?? subscription ?? payment_intent ?? (id as string);
}

/** The fields of the real object that are used here, with ids where it may contain whole objects. */
export type Fields<T> = { [K in keyof T]?: T[K] | undefined } & Stored;

export type Session = ReturnType<typeof session>;
export type PaymentIntent = ReturnType<typeof paymentIntent>;
export type Charge = ReturnType<typeof charge>;
export type ApplicationFee = ReturnType<typeof applicationFee>;
export type Transfer = ReturnType<typeof transfer>;
export type Refund = ReturnType<typeof refund>;
export type Customer = ReturnType<typeof customer>;
export type Account = ReturnType<typeof account>;
export type Ticket = ReturnType<typeof ticket>;

/** All kinds of objects by name. */
export interface Kinds {
  'checkout.session': Session;
  payment_intent: PaymentIntent;
  charge: Charge;
  application_fee: ApplicationFee;
  transfer: Transfer;
  refund: Refund;
  customer: Customer;
  account: Account;
  subscription: Subscription;
  invoice: Invoice;
  account_link: Ticket;
  login_link: Ticket;
}
