import { v7 as uuidv7 } from 'uuid';
import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { decimalText, leastPayment } from '../../../platform/money/money.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { CommissionRepository } from '../commissions/commission.repository.js';
import type { Affiliate } from '../entities/affiliate.entity.js';
import type { Payout } from '../entities/payout.entity.js';
import type { Program } from '../entities/program.entity.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { totalOf } from '../partners/sums.js';
import { PayoutRepository } from './payout.repository.js';

const HOURS_MS = 60 * 60 * 1000;
const OPEN_MS = 24 * HOURS_MS;

type NewPayout = Values<Payout> & Pick<Payout, 'currency'>;

/** What a merchant pays an affiliate. The program and the affiliate are locked, so two calls at once make one payout. */
@AppProvider()
export class PayoutsService {
  constructor(
    private readonly payouts: PayoutRepository,
    private readonly commissions: CommissionRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly notifications: AffiliateNotificationsService,
  ) {}

  /** Without a wish: the only one in which something is approved, else the one of the program. */
  async currencyOf(program: Program, affiliate: Affiliate, asked: string | undefined): Promise<string> {
    if (asked) return asked.toLowerCase();
    const [first, ...more] = await this.payouts.currencies(affiliate.id);
    return first === undefined || more.length ? program.currency : first;
  }

  /** Records what was paid elsewhere. */
  async payByHand(program: Program, affiliate: Affiliate, currency: string, reference: string): Promise<Payout> {
    const open = await this.payouts.pending(affiliate.id, currency);
    if (open) await this.payouts.expire([open.id]);
    const values = { method: 'manual', status: 'paid', reference, paid_at: NOW } as const;
    const payout = await this.add(program, affiliate, { ...values, currency }, 1);
    await this.payouts.pay(payout.id);
    this.notifications.notifyPaid(payout);
    return payout;
  }

  /** The pending payout, or a new one that holds its commissions until it is paid or ends. */
  async begin(program: Program, affiliate: Affiliate, currency: string): Promise<Payout> {
    const open = await this.payouts.pending(affiliate.id, currency);
    if (open && !open.is_over) return open;
    if (open) await this.payouts.expire([open.id]);
    const expires_at = new Date(Date.now() + OPEN_MS);
    const values = { method: 'platform', status: 'pending', payment_id: uuidv7(), expires_at } as const;
    return this.add(program, affiliate, { ...values, currency }, leastPayment(currency));
  }

  /** Undefined: it has ended meanwhile, so nobody may pay it. The affiliate is locked. */
  async storeCheckoutUrl(id: string, checkout_url: string): Promise<Payout | undefined> {
    return this.payouts.updateOne({ id, status: 'pending' }, { checkout_url, updated_at: NOW });
  }

  /** The processor has not opened its page. */
  async giveUp({ id, affiliate_id }: Payout): Promise<void> {
    await this.affiliates.lock(affiliate_id);
    const now = await this.payouts.findOne({ id }, { lock: 'update' });
    if (now && !now.checkout_url) await this.payouts.expire([id]);
  }

  private async add(program: Program, affiliate: Affiliate, values: NewPayout, least: number): Promise<Payout> {
    const { currency } = values;
    const items = await this.payouts.gather(affiliate.id, currency);
    const total = totalOf(items);
    if (total <= 0) throw new Refusal(409, 'Nothing to pay');
    const minimum = Math.max(least, currency === program.currency ? program.min_payout_minor : 0);
    if (total < minimum) throw new Refusal(409, `Minimum payout is ${decimalText(BigInt(minimum), currency)}`);
    const payout = await this.payouts.insert({
      ...values,
      owner_id: affiliate.owner_id,
      merchant_id: program.owner_id,
      affiliate_id: affiliate.id,
      amount_minor: total,
    });
    await this.payouts.addItems(payout.id, items);
    await this.commissions.changeAll(items, { payout_id: payout.id });
    return payout;
  }
}
