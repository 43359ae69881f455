import { seconds } from '../payments/webhook.js';
import { DAY } from '../payments/subscriptions.js';
import type { Account } from '../support/service.js';
import type { Bank } from './bank.js';

export const PATH = '/v1/community/memberships';
export const later = () => seconds() + 30 * DAY;
export const metadata = ({ id: user_id }: Account, tier = 'gold') => ({ user_id, type: 'membership', tier });
export const purchase = ({ client }: Account, tier: unknown = 'gold', more: object = {}) =>
  client.post(`${PATH}/purchase`, { tier, ...more });
export const membershipOf = async ({ client }: Account) =>
  (await client.get(`${PATH}/status`).expect(200)).body.membership;

/** Buys tier memberships and reads their rows. */
export class Club {
  constructor(private readonly bank: Bank) {}

  /** Makes a purchase that is not paid yet; returns the row of its payment. */
  async waiting(account: Account, tier = 'gold'): Promise<any> {
    const { body } = await purchase(account, tier).expect(200);
    return this.bank.shop.paymentOf(body.checkout_url);
  }

  /** Pays on the processor's page and waits until the tier membership is active; returns the subscription's id. */
  async buy(account: Account, tier = 'gold'): Promise<string> {
    const { body } = await purchase(account, tier).expect(200);
    await this.bank.shop.processor.pay(body.checkout_url);
    const id = await this.bank.shop.subscribed(body.checkout_url);
    expect(await membershipOf(account)).toMatchObject({ tier });
    return id;
  }

  /** The rows with one of these statuses; without a status all rows. */
  rowsOf({ id }: Account, ...statuses: string[]): Promise<any[]> {
    return this.bank.rows(
      `SELECT * FROM community.memberships WHERE user_id = $1 AND (status = ANY ($2) OR $2 = '{}') ORDER BY started_at`,
      id,
      statuses,
    );
  }

  /** The subscription in the processor's double. */
  async atProcessor(id: string): Promise<any> {
    return (await this.bank.rows('SELECT body FROM sandbox.objects WHERE id = $1', id))[0]?.body;
  }
}
