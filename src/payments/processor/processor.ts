import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Stripe } from 'stripe';
import { Config, type ProcessorAccess } from '../../platform/config/environment.js';
import { Refusal } from '../../platform/http/refusal.js';

const ATTEMPT_MS = 4_000;
/** Making a seller's account takes the processor several seconds, so it gets one attempt and all of the time. */
const ACCOUNT_MS = 12_000;
/** The SDK waits as long as the processor tells it to; the caller of ours does not. */
const PATIENCE_MS = 14_000;

/** What the processor answers when it has looked at a call and will not do it; others say nothing of what it did before. */
const REFUSALS = new Set([400, 402, 404]);

/** `refused`: the processor heard it and said no. Otherwise nobody knows what it did, and the same may be asked again. */
export class ProcessorFailure extends Refusal {
  constructor(readonly refused: boolean) {
    super(502, 'Payment processor unavailable');
  }
}

export const notConfigured = () => new Refusal(503, 'Payments are not configured', { retryAfterSeconds: 60 });

export interface Session {
  id: string;
  url: string;
}

interface Order {
  /** What is bought, as the checkout page calls it. */
  title: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
  paymentId: string;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl?: string;
}

export interface Sale extends Order {
  /** Undefined for a guest, who says it there. */
  email: string | undefined;
  /** When the page is closed; after a day where nothing is said. */
  expiresAt?: Date;
  /** The seller's account, and what the platform keeps of the amount. */
  seller?: { account: string; fee: bigint };
}

export interface MonthlyPlan extends Order {
  customer: string;
}

export interface PaidPayment {
  id: string;
  sessionId: string;
  intentId?: string;
  /** It went on to a seller, less a fee of ours. */
  ofSeller: boolean;
  hasFee: boolean;
}

export interface SellerState {
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  onboardingComplete: boolean;
}

/** The payment processor, in our own words. Each call that makes something is made once for its key. */
@Injectable()
export class Processor {
  private readonly logger = new Logger('Processor');
  private readonly sdk: Stripe | undefined;

  constructor({ processor }: Config) {
    this.sdk = connect(processor);
  }

  /** Said before anything is begun that would need it. */
  expectConfigured(): void {
    if (!this.sdk) throw notConfigured();
  }

  sell({ email, seller, expiresAt, ...order }: Sale): Promise<Session> {
    return this.ask(async (sdk) => {
      const made = await sdk.checkout.sessions.create(
        {
          mode: 'payment',
          ...common(order),
          ...(email && { customer_email: email }),
          ...(expiresAt && { expires_at: Math.floor(expiresAt.getTime() / 1000) }),
          line_items: [{ quantity: 1, price_data: price(order) }],
          payment_intent_data: {
            metadata: order.metadata,
            ...(seller && {
              transfer_data: { destination: seller.account },
              ...(seller.fee > 0n && { application_fee_amount: Number(seller.fee) }),
            }),
          },
        },
        { idempotencyKey: `checkout:${order.paymentId}` },
      );
      return sessionOf(made);
    });
  }

  subscribe({ customer, ...order }: MonthlyPlan): Promise<Session> {
    return this.ask(async (sdk) => {
      const made = await sdk.checkout.sessions.create(
        {
          mode: 'subscription',
          ...common(order),
          customer,
          line_items: [{ quantity: 1, price_data: { ...price(order), recurring: { interval: 'month' } } }],
          subscription_data: { metadata: order.metadata },
        },
        { idempotencyKey: `checkout:${order.paymentId}` },
      );
      return sessionOf(made);
    });
  }

  createCustomer(userId: string, email: string): Promise<string> {
    return this.ask(async (sdk) => {
      const params = { email, metadata: { user_id: userId } };
      return text((await sdk.customers.create(params, { idempotencyKey: `customer:${userId}` })).id);
    });
  }

  createSeller(userId: string, email: string): Promise<string> {
    return this.ask(async (sdk) => {
      const made = await sdk.accounts.create(
        {
          type: 'express',
          email,
          capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
          metadata: { user_id: userId },
        },
        { idempotencyKey: `account:${userId}`, timeout: ACCOUNT_MS, maxNetworkRetries: 0 },
      );
      return text(made.id);
    });
  }

  sellerState(account: string): Promise<SellerState> {
    return this.ask(async (sdk) => {
      const { charges_enabled, payouts_enabled, details_submitted } = await sdk.accounts.retrieve(account);
      return {
        chargesEnabled: charges_enabled === true,
        payoutsEnabled: payouts_enabled === true,
        onboardingComplete: details_submitted === true,
      };
    });
  }

  onboardingLink(account: string, returnUrl: string, refreshUrl: string): Promise<string> {
    return this.ask(async (sdk) => {
      const addresses = { return_url: returnUrl, refresh_url: refreshUrl };
      const link = { account, type: 'account_onboarding', ...addresses } as const;
      return text((await sdk.accountLinks.create(link, onceOnly())).url);
    });
  }

  dashboardLink(account: string): Promise<string> {
    return this.ask(async (sdk) => text((await sdk.accounts.createLoginLink(account, {}, onceOnly())).url));
  }

  /** Gives a payment back, and takes it back from the seller with the platform's fee. */
  refund(payment: PaidPayment): Promise<void> {
    return this.ask(async (sdk) => {
      const intent = payment.intentId ?? (await intentOf(sdk, payment.sessionId));
      const refund = sdk.refunds.create(
        {
          payment_intent: intent,
          metadata: { payment_id: payment.id },
          ...(payment.ofSeller && { reverse_transfer: true }),
          ...(payment.ofSeller && payment.hasFee && { refund_application_fee: true }),
        },
        { idempotencyKey: `refund:${payment.id}` },
      );
      // Somebody did it before, at the processor or without our hearing of it: that is what was asked for.
      await refund.catch((error: { code?: unknown }) => {
        if (error.code !== 'charge_already_refunded') throw error;
      });
    });
  }

  /** Sends money of the platform to a seller's account; answers the transfer's id. */
  transfer(withdrawalId: string, account: string, amount: bigint, currency: string): Promise<string> {
    return this.ask(async (sdk) => {
      const params = { amount: Number(amount), currency, destination: account };
      const about = { metadata: { withdrawal_id: withdrawalId } };
      const key = { idempotencyKey: `transfer:${withdrawalId}` };
      return text((await sdk.transfers.create({ ...params, ...about }, key)).id);
    });
  }

  /** No more is charged after the period that is paid for. */
  endWithPeriod(subscription: string): Promise<void> {
    return this.ask(async (sdk) => {
      await sdk.subscriptions.update(subscription, { cancel_at_period_end: true }, onceOnly());
    });
  }

  cancelSubscription(id: string): Promise<void> {
    return this.ask(async (sdk) => {
      await sdk.subscriptions.cancel(id);
    });
  }

  private async ask<T>(question: (sdk: Stripe) => Promise<T>): Promise<T> {
    const sdk = this.sdk;
    if (!sdk) throw notConfigured();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
    });
    try {
      return await Promise.race([question(sdk), late]);
    } catch (error) {
      throw this.failure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * What the processor says about a failure is for our log alone, and not all of it: it may quote what was sent. How
   * bad it is knows whoever asked: a job asks again.
   */
  private failure(error: unknown): ProcessorFailure {
    const { type, code, statusCode, param } = (error ?? {}) as Record<string, unknown>;
    this.logger.warn({
      msg: 'the processor failed',
      kind: kindOf(type, error),
      code,
      status: statusCode,
      param,
    });
    return new ProcessorFailure(REFUSALS.has(Number(statusCode)));
  }
}

const kindOf = (type: unknown, error: unknown) =>
  typeof type === 'string' ? type.replace(/^Stripe/, '') : error instanceof Error ? error.message : 'unknown';

function connect({ secretKey, apiBase }: ProcessorAccess): Stripe | undefined {
  if (!secretKey && !apiBase) return undefined;
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey ?? 'sk_test_double', {
    timeout: ATTEMPT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? 'http' : 'https',
      host: base.hostname.replace(/^\[|\]$/g, ''),
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
    }),
  });
}

/** For what may well be made anew by each call: a key for the repetitions of this one. */
const onceOnly = () => ({ idempotencyKey: randomUUID() });

/** The processor takes 250 characters of a title, and counts them otherwise than people do. */
const short = (title: string) => (title.length <= 250 ? title : `${[...title].slice(0, 120).join('')}…`);

const common = ({ paymentId, metadata, successUrl, cancelUrl }: Order) => ({
  client_reference_id: paymentId,
  metadata,
  success_url: successUrl,
  ...(cancelUrl && { cancel_url: cancelUrl }),
});

const price = ({ title, amount, currency }: Order) => ({
  currency,
  unit_amount: Number(amount),
  product_data: { name: short(title) },
});

const sessionOf = ({ id, url }: Stripe.Checkout.Session): Session => ({ id: text(id), url: text(url) });

/** Whatever answers at that address may answer anything. */
function text(answer: unknown): string {
  if (typeof answer === 'string' && answer) return answer;
  throw new Error('an answer without what was asked for');
}

async function intentOf(sdk: Stripe, sessionId: string): Promise<string> {
  const { payment_intent: intent } = await sdk.checkout.sessions.retrieve(sessionId);
  return text(typeof intent === 'string' ? intent : intent?.id);
}
