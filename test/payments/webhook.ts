import { createHmac, randomUUID } from 'node:crypto';
import { ask, type Answer } from '../support/ask.js';
import type { TestService } from '../support/service.js';

export const PATH = '/v1/webhook/processor';
export const UNSIGNED = { error: 'Webhook signature verification failed' };

export interface ProcessorEvent {
  id: string;
  type: string;
  created: number;
  data: { object: object };
}

export const seconds = () => Math.floor(Date.now() / 1000);

/** An event of the processor, reduced to the fields that handlers read. */
export function event(type: string, object: object, more: object = {}): ProcessorEvent {
  const id = `evt_${randomUUID()}`;
  return { id, type, created: seconds(), data: { object }, ...more };
}

/** The paid session of a payment. */
export function session(payment: any, more: object = {}): object {
  return {
    id: payment.session_id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    payment_intent: `pi_${payment.id}`,
    amount_total: Number(payment.amount),
    currency: payment.currency,
    client_reference_id: payment.id,
    metadata: { payment_id: payment.id, user_id: payment.buyer_id },
    ...more,
  };
}

/** The charge of a payment, with the total refunded so far. */
export function charge(payment: any, refunded: number, more: object = {}): object {
  return {
    id: `ch_${payment.id}`,
    object: 'charge',
    amount: Number(payment.amount),
    amount_refunded: refunded,
    payment_intent: `pi_${payment.id}`,
    refunded: refunded === Number(payment.amount),
    metadata: { payment_id: payment.id, user_id: payment.buyer_id },
    ...more,
  };
}

export const completed = (payment: any, more: object = {}) =>
  event('checkout.session.completed', session(payment, more));
export const refunded = (payment: any, total: number) => event('charge.refunded', charge(payment, total));

/** Sends events of the test's own making to the webhook, byte by byte. */
export class Webhook {
  constructor(private readonly service: Pick<TestService, 'url' | 'runtime' | 'database'>) {}

  get secret(): string {
    return this.service.runtime.processor.webhookSecret as string;
  }

  signature(bytes: string | Buffer, time: number | string = seconds(), secret = this.secret): string {
    return createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex');
  }

  header(bytes: string | Buffer, time: number | string = seconds(), secret = this.secret): string {
    return `t=${time},v1=${this.signature(bytes, time, secret)}`;
  }

  /** Sends exactly these bytes and headers. */
  post(body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return ask(this.service.url, PATH, { method: 'POST', headers: { ...type, ...headers }, body });
  }

  /** Signs and sends any content. */
  postSigned(body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    return this.post(body, { 'processor-signature': this.header(body), ...headers });
  }

  send(sent: ProcessorEvent): Promise<Answer> {
    return this.postSigned(JSON.stringify(sent));
  }

  /** Sends an event that has to be accepted; returns its outcome from the webhook inbox. */
  async deliver(sent: ProcessorEvent): Promise<string> {
    const { status, body } = await this.send(sent);
    expect({ type: sent.type, status, body }).toEqual({
      type: sent.type,
      status: 200,
      body: { received: true },
    });
    return this.outcome(sent);
  }

  async outcome({ id }: ProcessorEvent): Promise<string> {
    const { rows } = await this.service.database.query('SELECT outcome FROM payments.webhook_events WHERE id = $1', [
      id,
    ]);
    return rows[0]?.outcome ?? 'not there';
  }

  /** Everything that an event can change, as one text to compare before and after. */
  async books(): Promise<string> {
    const { rows } = await this.service.database.query(
      `SELECT (SELECT count(*) FROM payments.webhook_events) AS events,
         (SELECT string_agg(a::text, ' ' ORDER BY id) FROM payments.ledger_accounts a) AS accounts,
         (SELECT string_agg(p::text, ' ' ORDER BY id) FROM payments.payments p) AS payments,
         (SELECT string_agg(s::text, ' ' ORDER BY user_id) FROM payments.business_accounts s) AS sellers,
         (SELECT count(*) FROM payments.subscription_states) AS states`,
    );
    return JSON.stringify(rows[0]);
  }
}
