import type { Test } from 'supertest';
import type { AppPayment } from '../../src/payments/extension-points.js';
import { LedgerService } from '../../src/payments/ledger/ledger.service.js';
import { APP, AppDouble, withAppDouble } from '../support/app-double.js';
import { type SandboxCall, SandboxClient } from '../support/sandbox-client.js';
import { type Account, eventually, TestService } from '../support/service.js';

export const NOT_FOUND = { error: 'Payment not found' };
export const REFUNDED = { error: 'Payment already refunded' };
export const UNAVAILABLE = { error: 'Payment processor unavailable' };

/** A running service with a selling app, and helpers for what buyers and sellers do. */
export class Shop {
  readonly processor: SandboxClient;
  readonly app: AppDouble;

  private constructor(readonly service: TestService) {
    this.processor = new SandboxClient(service.runtime.sandboxUrl as string);
    this.app = service.app.get(AppDouble, { strict: false });
  }

  static async start(variables: Record<string, string> = {}): Promise<Shop> {
    return new Shop(await TestService.lease(variables, withAppDouble));
  }

  async stop(): Promise<void> {
    this.app.reset();
    await this.endFaults();
    await this.service.stop();
  }

  /** The refunds of a payment at the processor. */
  async refundsMade(paymentId: string): Promise<any[]> {
    const { rows } = await this.service.database.query(
      `SELECT body FROM sandbox.objects WHERE body->>'object' = 'refund' AND body->'metadata'->>'payment_id' = $1`,
      [paymentId],
    );
    return rows.map(({ body }) => body);
  }

  /** What the app has heard of refunds of a payment. */
  takenBack(paymentId: string): AppPayment[] {
    return this.app.takenBack.filter((payment) => payment.id === paymentId);
  }

  /** `stranger`: an account without payments. */
  async people(): Promise<Record<'buyer' | 'seller' | 'stranger' | 'admin', Account>> {
    const [buyer, seller, stranger] = [await this.account(), await this.seller(), await this.account()];
    return { buyer, seller, stranger, admin: await this.service.admin() };
  }

  /** Ends what a test has done to the processor, and checks the books. */
  async restore(): Promise<void> {
    await this.endFaults();
    expect(await this.ledgerProblems()).toEqual([]);
  }

  private async endFaults(): Promise<void> {
    await this.processor.outage({ calls: 0 });
    await this.processor.release();
  }

  account(): Promise<Account> {
    return this.service.account();
  }

  /** Pays a deposit and waits until the wallet is credited; returns the payment's id. */
  async deposit(account: Account, amount: number): Promise<string> {
    const link = await this.askToDeposit(account, amount);
    await this.processor.pay(link);
    return this.completed(link);
  }

  /** Returns the address of the page where a deposit is paid. */
  async askToDeposit({ client }: Account, amount: number): Promise<string> {
    return (await client.post('/v1/wallet/deposit', { amount }).expect(200)).body.checkout_url;
  }

  async balance({ client }: Account): Promise<number> {
    return (await client.get('/v1/wallet').expect(200)).body.wallet.balance;
  }

  /** Requests a withdrawal and returns its id. */
  async withdraw({ client }: Account, amount: number): Promise<string> {
    return (await client.post('/v1/wallet/withdraw', { amount }).expect(201)).body.transaction.id;
  }

  /** Creates an account that may sell. */
  async seller(): Promise<Account> {
    const account = await this.account();
    await this.onboard(account);
    return account;
  }

  /** Completes the onboarding and waits until the service has received the event. */
  async onboard({ client }: Account): Promise<void> {
    const { body } = await client.post('/v1/processor/connect/onboard').expect(200);
    await this.processor.onboard(body.onboarding_url);
    await eventually(async () => {
      const { connect } = (await client.get('/v1/processor/connect/status').expect(200)).body;
      if (!connect.processor_charges_enabled) throw new Error('the seller is not enabled yet');
    });
  }

  /** The body of a checkout. */
  order(seller: { id: string }, more: object = {}) {
    return {
      seller_id: seller.id,
      amount: 20,
      description: 'A book',
      app_slug: APP,
      reference_id: 'order-1',
      reference_type: 'order',
      success_url: 'http://shop.example/thanks',
      cancel_url: 'http://shop.example/basket',
      ...more,
    };
  }

  checkout(buyer: Account, seller: { id: string }, more: object = {}): Test {
    return buyer.client.post('/v1/processor/checkout', this.order(seller, more));
  }

  /** Returns the address of the page where a purchase is paid. */
  async askToBuy(buyer: Account, seller: { id: string }, more: object = {}): Promise<string> {
    return (await this.checkout(buyer, seller, more).expect(200)).body.checkout_url;
  }

  /** Pays a purchase and waits until the service has received the event; returns the payment's id. */
  async buy(buyer: Account, seller: { id: string }, more: object = {}): Promise<string> {
    const link = await this.askToBuy(buyer, seller, more);
    await this.processor.pay(link);
    return this.completed(link);
  }

  /** Runs `work` while the app has another slug. */
  async withApp<T>(slug: string, work: () => PromiseLike<T>): Promise<T> {
    Object.assign(this.app, { app: slug });
    try {
      return await work();
    } finally {
      Object.assign(this.app, { app: APP });
    }
  }

  /** A payment that was started while its app existed, and completed after the app was removed. */
  async buyOfFormerApp(buyer: Account, seller: { id: string }): Promise<string> {
    const app_slug = 'former-app';
    const link = await this.withApp(app_slug, () => this.askToBuy(buyer, seller, { app_slug }));
    await this.processor.pay(link);
    return this.completed(link);
  }

  /** Subscribes to a plan and waits until it is the current one; returns the subscription's id. */
  async subscribe({ client }: Account, plan: 'starter' | 'pro'): Promise<string> {
    const { body } = await client.post('/v1/business/upgrade', { plan }).expect(200);
    await this.processor.pay(body.checkout_url);
    await eventually(async () => {
      const { subscription } = (await client.get('/v1/business').expect(200)).body;
      if (subscription?.plan !== plan) throw new Error(`the plan is ${JSON.stringify(subscription)}`);
    });
    return this.subscribed(body.checkout_url);
  }

  /** Waits until every event of a paid subscription has arrived; returns the subscription's id. */
  subscribed(link: string): Promise<string> {
    return eventually(async () => {
      const [completed] = await this.processor.events(sessionOf(link));
      if (!completed?.delivered) throw new Error('not all is told of the subscription');
      return completed.event.data.object.subscription;
    });
  }

  /** The stored payment of a checkout page. */
  async paymentOf(link: string): Promise<any> {
    const { rows } = await this.service.database.query('SELECT * FROM payments.payments WHERE session_id = $1', [
      sessionOf(link),
    ]);
    return rows[0];
  }

  /** Waits until the payment of a checkout page is completed; returns its id. */
  completed(link: string): Promise<string> {
    return eventually(async () => {
      const payment = await this.paymentOf(link);
      if (payment?.status !== 'completed') throw new Error(`the payment is ${payment?.status}`);
      return payment.id;
    });
  }

  async payment({ client }: Account, id: string): Promise<any> {
    return (await client.get(`/v1/payments/${id}`).expect(200)).body.payment;
  }

  /** The calls that the processor received under a path prefix and whose content includes a text. */
  async calls(path: string, holding = ''): Promise<SandboxCall[]> {
    const all = await this.processor.calls();
    return all.filter(
      (call) => `${call.method} ${call.path}`.startsWith(path) && JSON.stringify(call).includes(holding),
    );
  }

  /** Makes the processor reject the service's key before it reads the request. */
  async lockOut(path: string): Promise<void> {
    await this.processor.outage({ calls: 100, status: 401 as 402, path });
  }

  /** The problems that `check-ledger` finds. */
  async ledgerProblems(): Promise<string[]> {
    return (await this.service.app.get(LedgerService, { strict: false }).check()).problems;
  }

  /** The state that a refused request must not change: the numbers of rows, and the processor's last call. */
  async traces(): Promise<{ rows: number; lastCall: SandboxCall | undefined }> {
    const tables = ['payments', 'wallet_transactions', 'ledger_accounts', 'ledger_transfers', 'customers'];
    const counts = tables.map((table) => `(SELECT count(*) FROM payments.${table})`);
    const { rows } = await this.service.database.query(`SELECT (${counts.join(' + ')})::int AS rows`);
    return { rows: rows[0].rows, lastCall: (await this.processor.calls()).at(-1) };
  }
}

/** The id of a page's session. */
export const sessionOf = (link: string) => new URL(link).pathname.split('/').at(-1) as string;
