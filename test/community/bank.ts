import { Audit } from '../payments/audit.js';
import { Shop } from '../payments/shop.js';
import { completed, Webhook } from '../payments/webhook.js';
import { person, type Person } from '../social/people.js';
import type { TestService } from '../support/service.js';

/** A service whose processor is at hand: wallets are filled by its events, as the test says them. */
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

  /** With so much in his wallet. */
  async person(money = 0): Promise<Person> {
    const one = await person(this.service);
    if (money) await this.fund(one, money);
    return one;
  }

  /** A deposit that is paid at once. */
  async fund(one: Person, amount: number): Promise<void> {
    await this.webhook.deliver(completed(await this.askToFund(one, amount)));
  }

  /** A deposit that waits to be paid, as the database has it. */
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
