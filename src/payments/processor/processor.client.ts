import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { Stripe } from 'stripe';
import type { ProcessorAccess } from '../../platform/config/environment.js';
import { Runtime } from '../../platform/config/runtime.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { Refusal, refusal } from '../../platform/http/refusal.js';
import type { Session, Order, Sale, MonthlyPlan, RefundRequest, SellerState } from './processor.types.js';

const ATTEMPT_MS = 4_000;
/** Creating a seller's account takes the processor several seconds, so the call gets one attempt with a long limit. */
const ACCOUNT_MS = 12_000;
/** The limit over all attempts: between retries the SDK waits as long as the processor asks, our caller cannot. */
const TOTAL_MS = 14_000;

/** Statuses with which the processor has definitely rejected a call. After any other failure its effect is unknown. */
const REFUSALS = new Set([400, 402, 404]);

export const processorUnavailable = refusal(502, 'Payment processor unavailable');

/** `refused`: the processor rejected the call. Otherwise its effect is unknown, and the same call may be repeated. */
export class ProcessorFailure extends Refusal {
  constructor(readonly refused: boolean) {
    super(processorUnavailable.status, processorUnavailable.text);
  }
}

export const notConfigured = () => new Refusal(503, 'Payments are not configured', { retryAfterSeconds: 60 });

/** The only client of the payment processor. Calls that create something carry an idempotency key. */
@Injectable()
export class ProcessorClient {
  private readonly logger = new Logger('Processor');
  private readonly access: ProcessorAccess;
  private sdk: Promise<Stripe> | undefined;

  constructor(
    { processor }: Runtime,
    private readonly database: DatabaseService,
  ) {
    this.access = processor;
  }

  /** Throws 503 without a configured processor; called before an operation stores anything. */
  requireConfigured(): void {
    if (!this.access.secretKey && !this.access.apiBase) throw notConfigured();
  }

  createSaleSession({ email, seller, expiresAt, ...order }: Sale): Promise<Session> {
    return this.call(async (sdk) => {
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

  createSubscriptionSession({ customer, ...order }: MonthlyPlan): Promise<Session> {
    return this.call(async (sdk) => {
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
    return this.call(async (sdk) => {
      const params = { email, metadata: { user_id: userId } };
      return text((await sdk.customers.create(params, { idempotencyKey: `customer:${userId}` })).id);
    });
  }

  createSeller(userId: string, email: string): Promise<string> {
    return this.call(async (sdk) => {
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

  fetchSellerState(account: string): Promise<SellerState> {
    return this.call(async (sdk) => {
      const { charges_enabled, payouts_enabled, details_submitted } = await sdk.accounts.retrieve(account);
      return {
        chargesEnabled: charges_enabled === true,
        payoutsEnabled: payouts_enabled === true,
        onboardingComplete: details_submitted === true,
      };
    });
  }

  createOnboardingLink(account: string, returnUrl: string, refreshUrl: string): Promise<string> {
    return this.call(async (sdk) => {
      const addresses = { return_url: returnUrl, refresh_url: refreshUrl };
      const link = { account, type: 'account_onboarding', ...addresses } as const;
      return text((await sdk.accountLinks.create(link, onceOnly())).url);
    });
  }

  createDashboardLink(account: string): Promise<string> {
    return this.call(async (sdk) => text((await sdk.accounts.createLoginLink(account, {}, onceOnly())).url));
  }

  /**
   * Refunds a payment or a part of it; for a sale, also that part of the seller's transfer and of the platform's fee.
   * Returns the sum of all its refunds, `all` where nothing was left, `exceeds` where less than the amount was left.
   */
  refundPayment({ refundId, paymentId, amount, ...payment }: RefundRequest): Promise<bigint | 'all' | 'exceeds'> {
    return this.call(async (sdk) => {
      const intent = payment.intentId ?? (await intentOf(sdk, payment.sessionId));
      if (payment.isOld) {
        const { data } = await sdk.refunds.list({ payment_intent: intent, limit: 100, expand: ['data.charge'] });
        const made = data.find(({ metadata }) => metadata?.refund_id === refundId);
        if (made) return refundedOf(made);
      }
      const request = {
        payment_intent: intent,
        metadata: { payment_id: paymentId, refund_id: refundId },
        expand: ['charge'],
        ...(amount !== null && { amount: Number(amount) }),
        ...(payment.ofSeller && { reverse_transfer: true }),
        ...(payment.ofSeller && payment.hasFee && { refund_application_fee: true }),
      };
      try {
        return refundedOf(await sdk.refunds.create(request, { idempotencyKey: `refund:${refundId}` }));
      } catch (error) {
        const { code } = error as { code?: unknown };
        if (code === 'charge_already_refunded') return 'all';
        if (code === 'amount_too_large') return 'exceeds';
        throw error;
      }
    });
  }

  /** Sends money of the platform to a seller's account; returns the transfer's id. */
  createTransfer(withdrawalId: string, account: string, amount: bigint, currency: string): Promise<string> {
    return this.call(async (sdk) => {
      const params = { amount: Number(amount), currency, destination: account };
      const about = { metadata: { withdrawal_id: withdrawalId } };
      const key = { idempotencyKey: `transfer:${withdrawalId}` };
      return text((await sdk.transfers.create({ ...params, ...about }, key)).id);
    });
  }

  /** The subscription ends when the current period, which is paid for, is over. */
  cancelAtPeriodEnd(subscription: string): Promise<void> {
    return this.call(async (sdk) => {
      await sdk.subscriptions.update(subscription, { cancel_at_period_end: true }, onceOnly());
    });
  }

  cancelSubscription(id: string): Promise<void> {
    return this.call(async (sdk) => {
      await sdk.subscriptions.cancel(id);
    });
  }

  private async call<T>(request: (sdk: Stripe) => Promise<T>): Promise<T> {
    this.database.refuseInTransaction('Asking the payment processor');
    this.requireConfigured();
    const sdk = await (this.sdk ??= connect(this.access));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), TOTAL_MS);
    });
    try {
      return await Promise.race([request(sdk), late]);
    } catch (error) {
      throw this.failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Logs the failure without the processor's message, which may quote submitted data. The level is `warn`, because the
   * caller decides how serious the failure is: a job tries again.
   */
  private failureOf(error: unknown): ProcessorFailure {
    const { type, code, statusCode, param } = (error ?? {}) as Record<string, unknown>;
    this.logger.warn({ msg: 'the processor failed', kind: kindOf(type, error), code, status: statusCode, param });
    return new ProcessorFailure(REFUSALS.has(Number(statusCode)));
  }
}

const kindOf = (type: unknown, error: unknown) =>
  typeof type === 'string' ? type.replace(/^Stripe/, '') : error instanceof Error ? error.message : 'unknown';

/** The SDK is loaded with the first call: it takes 10 MiB of memory. */
async function connect({ secretKey, apiBase }: ProcessorAccess): Promise<Stripe> {
  const { Stripe: Sdk } = await import('stripe');
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Sdk(secretKey ?? 'sk_test_double', {
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

/** A random idempotency key: the SDK's retries of one call share it, another call gets a new one. */
const onceOnly = () => ({ idempotencyKey: randomUUID() });

/** The processor accepts 250 UTF-16 units of a title; 120 code points stay below that in any script. */
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

/** The SDK does not validate answers, and a configured `apiBase` can be any server. */
function text(answer: unknown): string {
  if (typeof answer === 'string' && answer) return answer;
  throw new Error('an answer without what was asked for');
}

const refundedOf = ({ charge }: Stripe.Refund) => BigInt((charge as Stripe.Charge).amount_refunded);

async function intentOf(sdk: Stripe, sessionId: string): Promise<string> {
  const { payment_intent: intent } = await sdk.checkout.sessions.retrieve(sessionId);
  return text(typeof intent === 'string' ? intent : intent?.id);
}
