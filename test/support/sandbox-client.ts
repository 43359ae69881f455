import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { Stripe } from 'stripe';
import { type Sandbox, startSandbox } from '@community-platform/processor-sandbox';
import { isLocalCaller } from '../../src/platform/access/local-caller.guard.js';
import { addressOf, cloneTemplate, dropDatabase } from './databases.js';

export interface SandboxDelivery {
  event: string;
  type: string;
  /** The status; 0: no answer. */
  status: number;
}

export interface SandboxEvent {
  id: string;
  type: string;
  /** The id of the object of the event. */
  object: string;
  created: string;
  attempts: number;
  status: number | null;
  delivered: boolean;
  delivered_at: string | null;
  next_attempt_at: string | null;
  /** The payload. */
  event: { id: string; type: string; created: number; data: { object: any; previous_attributes?: any } };
}

export interface SandboxCall {
  method: string;
  path: string;
  body: any;
  idempotency_key: string | null;
  status: number | null;
  time: number;
}

interface Made {
  type: string;
  /** The id of an object of the sandbox, or any object. */
  object: string | object;
  created?: number;
  id?: string;
  copies?: number;
}

interface Outage {
  calls: number;
  status?: 500 | 503 | 429 | 402;
  hang_ms?: number;
  path?: string;
  /** True: the call is executed and only its answer is lost. */
  lost?: boolean;
}

/** The controls of the processor sandbox, and the actions of people on its pages. */
export class SandboxClient {
  constructor(readonly url: string) {}

  /** Returns the address that the browser is redirected to. */
  pay = (session: string) => this.press(session, 'pay');
  decline = (session: string) => this.press(session, 'decline');
  cancel = (session: string) => this.press(session, 'cancel');
  payLater = (session: string) => this.press(session, 'later');

  /** Completes a pending payment: its money arrives or not. */
  settle = (session: string, outcome: 'succeeded' | 'failed') =>
    this.ask('POST', `/sandbox/sessions/${idOf(session)}/settle`, { outcome });

  /** Completes the onboarding of a seller, and returns the address that the browser is redirected to. */
  onboard = (link: string, how: 'enabled' | 'submitted' | 'leave' = 'enabled') =>
    this.submit(`/onboard/${idOf(link)}/${how}`);

  /** Newest first. */
  async events(object?: string): Promise<SandboxEvent[]> {
    const query = object ? `?object=${encodeURIComponent(object)}` : '';
    return (await this.ask('GET', `/sandbox/events${query}`)).events;
  }

  /** Holds new events until `release`. */
  hold = () => this.ask('PUT', '/sandbox/deliveries', { hold: true });

  /** Ends the holding; the held events are sent. */
  letGo = () => this.ask('PUT', '/sandbox/deliveries', { hold: false });

  /** Sends every further event this many times concurrently. */
  copies = (copies: number) => this.ask('PUT', '/sandbox/deliveries', { copies });

  /** Resolves when all held events were attempted. */
  async release(
    how: { order?: 'forward' | 'reverse' | 'shuffle'; copies?: number; at_once?: boolean } = {},
  ): Promise<SandboxDelivery[]> {
    return (await this.ask('POST', '/sandbox/deliveries/release', how)).deliveries;
  }

  async deliver(event: string, copies = 1): Promise<SandboxDelivery[]> {
    return (await this.ask('POST', `/sandbox/events/${event}/deliver`, { copies })).deliveries;
  }

  /** Sends an invented event once. */
  async send(made: Made): Promise<SandboxDelivery[]> {
    return (await this.ask('POST', '/sandbox/events', made)).deliveries;
  }

  /** Makes the next calls fail; `calls: 0` ends the outage. */
  outage = (outage: Outage) => this.ask('PUT', '/sandbox/outage', outage);

  /** The recent calls of the processor's API, oldest first. */
  async calls(): Promise<SandboxCall[]> {
    return (await this.ask('GET', '/sandbox/calls')).calls;
  }

  renew = (subscription: string) => this.ask('POST', `/sandbox/subscriptions/${subscription}/renew`);
  cancelSubscription = (subscription: string) => this.ask('POST', `/sandbox/subscriptions/${subscription}/cancel`);
  failPayment = (subscription: string) => this.ask('POST', `/sandbox/subscriptions/${subscription}/fail-payment`);

  private press(session: string, button: string): Promise<string> {
    return this.submit(`/pay/${idOf(session)}/${button}`);
  }

  /** Presses a button of a page like a browser without JavaScript. */
  private async submit(path: string): Promise<string> {
    const response = await fetch(this.url + path, { method: 'POST', redirect: 'manual' });
    if (response.status === 303) return new URL(response.headers.get('location') as string, this.url).href;
    throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  }

  private async ask(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(this.url + path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
  }
}

/** The last part of a link, or the id itself. */
const idOf = (link: string) => (link.split('?')[0] as string).split('/').at(-1) as string;

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
  event: any;
}

const SECRETS = { secretKey: 'sk_test_of_the_tests', webhookSecret: 'whsec_of_the_tests' };

/** The sandbox alone, with the SDK as its client and a receiver of events, for the sandbox's own tests. */
export class SandboxWorkshop {
  readonly secrets = SECRETS;
  readonly told: string[] = [];
  readonly received: Received[] = [];
  /** The status that the receiver answers; 0: no answer. */
  answer: (received: Received) => number | Promise<number> = () => 200;
  /** Direct access to the sandbox's database. */
  database: Pool;
  sandbox: Sandbox;
  client: SandboxClient;
  sdk: Stripe;
  private databaseName: string;
  private readonly receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, body, event: JSON.parse(body) };
      this.received.push(received);
      const status = await this.answer(received);
      if (status) response.writeHead(status).end();
      else request.socket.destroy();
    });
  });

  static async start(): Promise<SandboxWorkshop> {
    const workshop = new SandboxWorkshop();
    workshop.databaseName = await cloneTemplate();
    workshop.database = new Pool({ connectionString: addressOf(workshop.databaseName), max: 2 });
    workshop.database.on('error', () => undefined);
    await new Promise<void>((resolve) => workshop.receiver.listen(0, '127.0.0.1', resolve));
    await workshop.open();
    return workshop;
  }

  /** Starts the sandbox, or restarts it on the same database. */
  async open(port = 0): Promise<void> {
    const { port: receiver } = this.receiver.address() as AddressInfo;
    this.sandbox = await startSandbox({
      ...SECRETS,
      isLocalCaller,
      databaseUrl: addressOf(this.databaseName),
      host: '127.0.0.1',
      port,
      webhookUrl: () => `http://127.0.0.1:${receiver}/webhook`,
      retryMs: 50,
      tell: (_level, message) => this.told.push(message),
    });
    this.client = new SandboxClient(this.sandbox.url);
    this.sdk = this.sdkWith(SECRETS.secretKey);
  }

  sdkWith(key: string): Stripe {
    const { hostname: host, port } = new URL(this.sandbox.url);
    return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  }

  async stop(): Promise<void> {
    await this.sandbox.close();
    this.receiver.closeAllConnections();
    await new Promise((resolve) => this.receiver.close(resolve));
    await this.database.end();
    await dropDatabase(this.databaseName);
  }

  /** The types of the received events of an object, in order, once `count` have arrived. */
  async types(count: number, about?: (event: any) => boolean): Promise<string[]> {
    const all = () => this.received.map(({ event }) => event).filter(about ?? (() => true));
    await this.until(() => all().length >= count);
    return all().map(({ type }) => type);
  }

  async until(met: () => boolean | Promise<boolean>, within = 60_000): Promise<void> {
    const end = Date.now() + within;
    while (!(await met())) {
      if (Date.now() > end) throw new Error(`not within ${within} ms; received: ${this.summary()}`);
      await sleep(15);
    }
  }

  forget(): void {
    this.received.length = 0;
  }

  /** Waits until no event is being sent, and clears the received ones. */
  async quiet(): Promise<void> {
    await this.until(async () => (await this.client.events()).every(({ delivered }) => delivered));
    this.forget();
  }

  async account(enabled = true): Promise<string> {
    const { id } = await this.sdk.accounts.create({ type: 'express', email: 'seller@example.com' });
    if (enabled) await this.client.onboard(await this.onboardingLink(id));
    return id;
  }

  async onboardingLink(account: string): Promise<string> {
    const { url } = await this.sdk.accountLinks.create({
      account,
      type: 'account_onboarding',
      refresh_url: 'http://shop.example/refresh',
      return_url: 'http://shop.example/return',
    });
    return url;
  }

  /** An open session over 20.00 EUR. */
  session(more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> {
    return this.sdk.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'eur', unit_amount: 2000, product_data: { name: 'A book' } } },
      ],
      success_url: 'http://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://shop.example/basket',
      ...more,
    });
  }

  /** An open session of 5.00 USD a month. */
  subscription(more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Promise<Stripe.Checkout.Session> {
    const price_data = {
      currency: 'usd',
      unit_amount: 500,
      product_data: { name: 'Gold' },
      recurring: { interval: 'month' as const },
    };
    return this.session({ mode: 'subscription', line_items: [{ quantity: 1, price_data }], ...more });
  }

  private summary(): string {
    return JSON.stringify(this.received.map(({ event }) => event.type));
  }
}
