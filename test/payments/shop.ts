import { type DynamicModule, Injectable } from '@nestjs/common';
import type { Test } from 'supertest';
import { type AppPayment, Fulfilment } from '../../src/payments/fulfilment.port.js';
import { LedgerCheck } from '../../src/payments/ledger/ledger-check.js';
import { type SandboxCall, SandboxClient } from '../support/sandbox-client.js';
import { type Account, eventually, TestService } from '../support/service.js';

export const APP = 'bookshop';

/** An app that is paid through the service, as the ones to come are. */
@Injectable()
export class AppDouble extends Fulfilment {
  readonly app = APP;
  readonly sold: AppPayment[] = [];
  readonly takenBack: AppPayment[] = [];
  /** Whether it has asked for what is paid. */
  knows = true;
  /** Thrown while it is set. */
  fault?: Error;

  async paid(payment: AppPayment): Promise<boolean> {
    await this.note(this.sold, payment);
    return this.knows;
  }

  refunded(payment: AppPayment): Promise<void> {
    return this.note(this.takenBack, payment);
  }

  private async note(list: AppPayment[], payment: AppPayment): Promise<void> {
    if (this.fault) throw this.fault;
    list.push(payment);
  }
}

class ShopModule {}

/** A service with an app in it that sells, and what buyers and sellers do there. */
export class Shop {
  readonly processor: SandboxClient;
  readonly app: AppDouble;

  private constructor(readonly service: TestService) {
    this.processor = new SandboxClient(service.config.sandboxUrl as string);
    this.app = service.app.get(AppDouble, { strict: false });
  }

  static async start(variables: Record<string, string> = {}): Promise<Shop> {
    const extend = (service: DynamicModule) => ({
      module: ShopModule,
      imports: [service],
      providers: [AppDouble],
    });
    return new Shop(await TestService.start(variables, { extend }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  account(): Promise<Account> {
    return this.service.account();
  }

  /** Pays into the wallet and waits until it is there; answers the payment's id. */
  async deposit(account: Account, amount: number): Promise<string> {
    const link = await this.askToDeposit(account, amount);
    await this.processor.pay(link);
    return this.completed(link);
  }

  /** The page where a deposit is paid. */
  async askToDeposit({ client }: Account, amount: number): Promise<string> {
    return (await client.post('/v1/wallet/deposit', { amount }).expect(200)).body.checkout_url;
  }

  async balance({ client }: Account): Promise<number> {
    return (await client.get('/v1/wallet').expect(200)).body.wallet.balance;
  }

  /** A new withdrawal: its id. */
  async withdraw({ client }: Account, amount: number): Promise<string> {
    return (await client.post('/v1/wallet/withdraw', { amount }).expect(201)).body.transaction.id;
  }

  /** A new account that may sell. */
  async seller(): Promise<Account> {
    const account = await this.account();
    await this.onboard(account);
    return account;
  }

  /** Goes through onboarding and waits until the service knows of it. */
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

  /** The page where a purchase is paid. */
  async askToBuy(buyer: Account, seller: { id: string }, more: object = {}): Promise<string> {
    return (await this.checkout(buyer, seller, more).expect(200)).body.checkout_url;
  }

  /** Buys and pays, and waits until the service knows of it; answers the payment's id. */
  async buy(buyer: Account, seller: { id: string }, more: object = {}): Promise<string> {
    const link = await this.askToBuy(buyer, seller, more);
    await this.processor.pay(link);
    return this.completed(link);
  }

  /** Subscribes to a plan and waits until it is the one that runs; answers the subscription's id. */
  async subscribe({ client }: Account, plan: 'starter' | 'pro'): Promise<string> {
    const { body } = await client.post('/v1/business/upgrade', { plan }).expect(200);
    await this.processor.pay(body.checkout_url);
    await eventually(async () => {
      const { subscription } = (await client.get('/v1/business').expect(200)).body;
      if (subscription?.plan !== plan) throw new Error(`the plan is ${JSON.stringify(subscription)}`);
    });
    return this.subscribed(body.checkout_url);
  }

  /** When all is told of a subscription that was paid for, and not only what makes it run; answers its id. */
  subscribed(link: string): Promise<string> {
    return eventually(async () => {
      const [completed] = await this.processor.events(sessionOf(link));
      if (!completed?.delivered) throw new Error('not all is told of the subscription');
      return completed.event.data.object.subscription;
    });
  }

  /** The payment behind a checkout page, as the database has it. */
  async paymentOf(link: string): Promise<any> {
    const { rows } = await this.service.database.query(
      'SELECT * FROM payments.payments WHERE session_id = $1',
      [sessionOf(link)],
    );
    return rows[0];
  }

  /** Waits until the payment behind a checkout page is completed; answers its id. */
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

  /** What reached the processor at addresses that begin so, and holds this text somewhere. */
  async calls(path: string, holding = ''): Promise<SandboxCall[]> {
    const all = await this.processor.calls();
    return all.filter(
      (call) => `${call.method} ${call.path}`.startsWith(path) && JSON.stringify(call).includes(holding),
    );
  }

  /** The processor takes our key no longer, and says so before it looks at what is asked. */
  async lockOut(path: string): Promise<void> {
    await this.processor.outage({ calls: 100, status: 401 as 402, path });
  }

  /** What `check-ledger` finds wrong. */
  async ledgerProblems(): Promise<string[]> {
    return (await this.service.app.get(LedgerCheck, { strict: false }).run()).problems;
  }

  /** What a refused request must leave as it was: how many rows there are, and the last call of the processor. */
  async traces(): Promise<{ rows: number; lastCall: SandboxCall | undefined }> {
    const tables = ['payments', 'wallet_transactions', 'ledger_accounts', 'ledger_transfers', 'customers'];
    const counts = tables.map((table) => `(SELECT count(*) FROM payments.${table})`);
    const { rows } = await this.service.database.query(`SELECT (${counts.join(' + ')})::int AS rows`);
    return { rows: rows[0].rows, lastCall: (await this.processor.calls()).at(-1) };
  }
}

/** The session whose page it is. */
export const sessionOf = (link: string) => new URL(link).pathname.split('/').at(-1) as string;
