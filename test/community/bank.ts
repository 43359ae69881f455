import { Audit } from '../payments/audit.js';
import { Shop } from '../payments/shop.js';
import { completed, Webhook } from '../payments/webhook.js';
import { person, type Person } from '../social/people.js';
import type { TestService } from '../support/service.js';

/** A service with the processor's double: tests credit wallets by sending the processor's webhooks. */
export class Bank {
  readonly service: TestService;
  readonly webhook: Webhook;
  readonly audit: Audit;

  private constructor(readonly shop: Shop) {
    this.service = shop.service;
    this.webhook = new Webhook(shop.service);
    this.audit = new Audit(shop.service);
  }

  static async start(): Promise<Bank> {
    return new Bank(await Shop.start());
  }

  stop(): Promise<void> {
    return this.shop.stop();
  }

  /** A person with this amount in the wallet. */
  async person(money = 0): Promise<Person> {
    const one = await person(this.service);
    if (money) await this.fund(one, money);
    return one;
  }

  /** Makes a deposit and pays it at once. */
  async fund(one: Person, amount: number): Promise<void> {
    await this.webhook.deliver(completed(await this.askToFund(one, amount)));
  }

  /** Makes a deposit that is not paid yet; returns its row. */
  async askToFund({ client }: Person, amount: number): Promise<any> {
    const { body } = await client.post('/v1/wallet/deposit', { amount }).expect(200);
    return this.shop.paymentOf(body.checkout_url);
  }

  async balance({ client }: Person): Promise<number> {
    return (await client.get('/v1/wallet').expect(200)).body.wallet.balance;
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }
}
