import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { money } from '../kernel/selling/prices.js';
import { AffiliatesSettings } from './affiliates.settings.js';
import type { Affiliate } from './entities/affiliate.entity.js';
import type { Commission } from './entities/commission.entity.js';
import type { Payout } from './entities/payout.entity.js';
import type { Program } from './entities/program.entity.js';

type Known = Pick<Program, 'id' | 'name'>;
type Partner = Pick<Affiliate, 'id' | 'owner_id'>;

const DECISIONS = {
  approve: { type: 'affiliates.approved', text: 'You are an affiliate of' },
  reject: { type: 'affiliates.rejected', text: 'Your application was rejected by' },
  suspend: { type: 'affiliates.suspended', text: 'You are suspended by' },
  reinstate: { type: 'affiliates.reinstated', text: 'You are an affiliate again of' },
} as const;

export type Decision = keyof typeof DECISIONS;

const sumOf = (minor: number, currency: string) => `${money(minor, currency)} ${currency.toUpperCase()}`;
const amountOf = (minor: number, currency: string) => ({ amount: money(minor, currency), currency });

/** The notifications of programs, in the transaction of what they are about. */
@AppProvider()
export class AffiliateNotificationsService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  async notifyApplication({ id, name, owner_id }: Program, affiliate: Affiliate): Promise<void> {
    if (!owner_id) return;
    if (!(await this.settings.of(AffiliatesSettings, owner_id)).notify_applications) return;
    const { status, code } = affiliate;
    const body = status === 'active' ? `Somebody has joined ${name}.` : `Somebody has applied to join ${name}.`;
    const data = { program_id: id, affiliate_id: affiliate.id, code, status };
    this.notify([owner_id], { type: 'affiliates.application', title: name, body, data, actor_id: affiliate.owner_id });
  }

  notifyDecision({ id, name }: Known, affiliate: Partner, decision: Decision, note: string | null): void {
    const { type, text } = DECISIONS[decision];
    const body = `${text} ${name}.${note ? ` ${note}` : ''}`;
    const data = { program_id: id, affiliate_id: affiliate.id, note };
    this.notify([affiliate.owner_id], { type, title: name, body, data });
  }

  notifyClosed({ id, name }: Known, userIds: string[]): void {
    const body = `${name} is closed. What you have earned stays payable.`;
    this.notify(userIds, { type: 'affiliates.program_closed', title: name, body, data: { program_id: id } });
  }

  /** True: it needs no digest. */
  async announceEarning({ id, name }: Known, commission: Commission): Promise<boolean> {
    const { owner_id, amount_minor, currency } = commission;
    if (!owner_id) return true;
    const { notify_commissions } = await this.settings.of(AffiliatesSettings, owner_id);
    if (notify_commissions === 'daily') return false;
    if (notify_commissions === 'off') return true;
    const body = `You have earned ${sumOf(amount_minor, currency)} with ${name}.`;
    const data = { program_id: id, commission_id: commission.id, ...amountOf(amount_minor, currency) };
    this.notify([owner_id], { type: 'affiliates.commission_earned', title: name, body, data });
    return true;
  }

  /** `earned`: minor units by currency. */
  notifyDigest(userId: string, count: number, earned: { currency: string; minor: number }[]): void {
    const sums = earned.map(({ currency, minor }) => sumOf(minor, currency)).join(', ');
    const title = count === 1 ? 'One new commission' : `${count} new commissions`;
    const data = { count, earned: earned.map(({ currency, minor }) => amountOf(minor, currency)) };
    this.notify([userId], { type: 'affiliates.commission_earned', title, body: `You have earned ${sums}.`, data });
  }

  /** `lost_minor`: what the affiliate no longer has of it. */
  notifyReversed({ id, owner_id, currency }: Commission, lost_minor: number): void {
    const body = `A sale was refunded: ${sumOf(lost_minor, currency)} of your commission were taken back.`;
    const data = { commission_id: id, ...amountOf(lost_minor, currency) };
    this.notify([owner_id], { type: 'affiliates.commission_reversed', title: 'Commission taken back', body, data });
  }

  notifyRejected({ id, owner_id, amount_minor, currency }: Commission, reason: string): void {
    const body = `A commission of ${sumOf(amount_minor, currency)} was rejected: ${reason}`;
    const data = { commission_id: id, reason };
    this.notify([owner_id], { type: 'affiliates.commission_rejected', title: 'Commission rejected', body, data });
  }

  notifyPaid({ id, owner_id, amount_minor, currency, method, reference }: Payout): void {
    const body = `You were paid ${sumOf(amount_minor, currency)}.`;
    const data = { payout_id: id, ...amountOf(amount_minor, currency), method, reference };
    this.notify([owner_id], { type: 'affiliates.paid', title: 'Commissions paid', body, data });
  }

  notifyPayoutReversed({ id, owner_id, merchant_id, amount_minor, currency }: Payout): void {
    const body = `A payout of ${sumOf(amount_minor, currency)} was reversed. Its commissions can be paid again.`;
    const data = { payout_id: id, ...amountOf(amount_minor, currency) };
    this.notify([owner_id, merchant_id], { type: 'affiliates.payout_reversed', title: 'Payout reversed', body, data });
  }

  /** A user is null where the account is deleted. */
  private notify(userIds: (string | null)[], notice: AppNotice): void {
    this.notifications.notifyMany(
      userIds.filter((user) => user !== null),
      notice,
    );
  }
}
