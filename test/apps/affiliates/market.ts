import { randomUUID } from 'node:crypto';
import { AffiliatesService } from '../../../src/apps/affiliates/affiliates.service.js';
import type { RecordedSale } from '../../../src/apps/contracts/affiliates.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { LedgerService } from '../../../src/payments/ledger/ledger.service.js';
import { type Answer, ask } from '../../support/ask.js';
import type { Account } from '../../support/service.js';
import { Store } from '../products/store.js';
import { PAGES, SellingApp } from '../selling-app.js';

export const LANDING = 'https://shop.example/kit';
export const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';

/** A service with merchants, affiliates and a shop. */
export class Market extends SellingApp {
  protected readonly slug = 'affiliates';
  protected override readonly others = ['products'];
  readonly store = new Store(this.shop);

  async program(merchant: Account, fields: object = {}): Promise<any> {
    const rate = 'commission_amount' in fields ? {} : { commission_percent: 20 };
    const made = { name: 'Studio kit', landing_url: LANDING, auto_approve_affiliates: true, ...rate, ...fields };
    return (await this.ask(merchant, 'create-program', made)).program;
  }

  async join(who: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    return (await this.ask(who, 'join-program', { program_id: id, accept_terms: true, ...more })).partnership;
  }

  /** What the selling apps ask, inside a transaction as they do. */
  within<T>(work: (affiliates: AffiliatesService) => Promise<T>): Promise<T> {
    const affiliates = this.service.app.get(AffiliatesService, { strict: false });
    return this.service.app.get(DatabaseService).transaction(() => work(affiliates));
  }

  /** A paid sale of a selling app: the id of its payment. */
  async sale(
    merchant: Pick<Account, 'id'>,
    affiliate: { id: string },
    amount_minor: number,
    more: Partial<RecordedSale> = {},
  ): Promise<string> {
    const payment_id = randomUUID();
    await this.record(merchant, affiliate, { payment_id, amount_minor, ...more });
    return payment_id;
  }

  record(merchant: Pick<Account, 'id'>, affiliate: { id: string }, more: Partial<RecordedSale>): Promise<void> {
    const sale: RecordedSale = {
      affiliate_id: affiliate.id,
      seller_id: merchant.id,
      buyer_id: null,
      app_slug: 'products',
      item_id: randomUUID(),
      reference_type: 'order',
      reference_id: randomUUID(),
      payment_id: randomUUID(),
      payment_number: 1,
      amount_minor: 1000,
      currency: 'usd',
      ...more,
    };
    return this.within((affiliates) => affiliates.recordSale(sale));
  }

  reverse(payment_id: string, refunded_minor: number): Promise<void> {
    return this.within((affiliates) => affiliates.reverseSale({ payment_id, refunded_minor }));
  }

  /** The commission of a payment. */
  async commission(payment_id: string): Promise<any> {
    const [row] = await this.rows(
      `SELECT c.* FROM ext_affiliates.commissions c JOIN ext_affiliates.conversions v ON v.id = c.conversion_id
       WHERE v.payment_id = $1 AND c.kind = 'earning'`,
      payment_id,
    );
    return row;
  }

  /** A sale whose commission is approved: its payment. */
  async earned(merchant: Account, affiliate: { id: string }, amount_minor: number, more: Partial<RecordedSale> = {}) {
    const payment_id = await this.sale(merchant, affiliate, amount_minor, more);
    const { id } = await this.commission(payment_id);
    await this.ask(merchant, 'review-commission', { commission_id: id, decision: 'approve' });
    return payment_id;
  }

  payout(merchant: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(merchant, 'create-payout', { affiliate_id: id, method: 'platform', ...PAGES, ...more });
  }

  manual(merchant: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(merchant, 'create-payout', { affiliate_id: id, method: 'manual', reference: 'SEPA 1', ...more });
  }

  /** What is approved and in no payout, in minor units. */
  async payable({ id }: { id: string }): Promise<number> {
    const [row] = await this.rows(
      `SELECT coalesce(sum(amount_minor), 0)::int AS minor FROM ext_affiliates.commissions
       WHERE affiliate_id = $1 AND status = 'approved' AND payout_id IS NULL`,
      id,
    );
    return row.minor;
  }

  visit(code: string, query = '', headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    const path = `/v1/apps/affiliates/public/r/${code}${query}`;
    return ask(this.service.url, path, { method, headers: { 'User-Agent': BROWSER, ...headers } });
  }

  /** Where a visitor is sent. */
  async sentTo(code: string, query = '', headers: Record<string, string> = {}): Promise<string> {
    const { status, headers: answered } = await this.visit(code, query, headers);
    expect(status).toBe(302);
    return answered.location as string;
  }

  /** The token that a click gives. */
  async click(code: string, headers: Record<string, string> = {}): Promise<string> {
    return new URL(await this.sentTo(code, '', headers)).searchParams.get('ref') as string;
  }

  /** The stored sums are what their rows add up to, and so are payouts; the platform's books hold too. */
  async expectSound(): Promise<void> {
    const sums = await this.rows(`
      SELECT s.affiliate_id FROM ext_affiliates.affiliate_sums s, LATERAL (
        SELECT coalesce(sum(amount_minor) FILTER (WHERE status = 'pending'), 0) AS pending,
          coalesce(sum(amount_minor) FILTER (WHERE status = 'approved' AND payout_id IS NULL), 0) AS payable,
          coalesce(sum(amount_minor) FILTER (WHERE status = 'approved' AND payout_id IS NOT NULL), 0) AS held,
          coalesce(sum(amount_minor) FILTER (WHERE status = 'paid'), 0) AS paid
        FROM ext_affiliates.commissions c WHERE c.affiliate_id = s.affiliate_id AND c.currency = s.currency) c, LATERAL (
        SELECT count(*) AS conversions, coalesce(sum(amount_minor), 0) AS revenue FROM ext_affiliates.conversions v
        WHERE v.affiliate_id = s.affiliate_id AND v.currency = s.currency AND v.status = 'live') v
      WHERE (s.pending_minor, s.payable_minor, s.in_payout_minor, s.paid_minor, s.conversions, s.revenue_minor)
        <> (c.pending, c.payable, c.held, c.paid, v.conversions, v.revenue)`);
    const payouts = await this.rows(`
      SELECT p.id FROM ext_affiliates.payouts p WHERE p.amount_minor <> (
        SELECT sum(amount_minor) FROM ext_affiliates.payout_items WHERE payout_id = p.id)`);
    const { problems } = await this.service.app.get(LedgerService, { strict: false }).check();
    expect({ sums, payouts, problems }).toEqual({ sums: [], payouts: [], problems: [] });
  }
}
