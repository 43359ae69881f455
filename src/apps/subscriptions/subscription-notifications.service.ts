import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { money } from '../kernel/selling/prices.js';
import type { Plan } from './entities/plan.entity.js';
import type { Actor, Charge, Subscription } from './entities/subscription.entity.js';
import { SubscriptionsSettings } from './subscriptions.settings.js';

type Named = Pick<Plan, 'id' | 'name'>;
type Parties = Pick<Subscription, 'id' | 'owner_id' | 'seller_id' | 'plan_id'>;

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;
const day = (moment: Date) => moment.toISOString().slice(0, LENGTH_OF_DAY);
const priceText = (minor: number, currency: string) => `${money(minor, currency)} ${currency.toUpperCase()}`;
const about = ({ id, plan_id }: Parties) => ({ subscription_id: id, plan_id });

/** What subscribers and sellers are notified of, in the transaction in which it happens. */
@AppProvider()
export class SubscriptionNotificationsService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  async started(subscription: Subscription, { name }: Named): Promise<void> {
    const { owner_id, seller_id, period_end } = subscription;
    const until = day(period_end as Date);
    const data = { ...about(subscription), until: period_end };
    const body = `Your subscription to ${name} is paid for, or free, until ${until}.`;
    this.tell(owner_id, { type: 'subscriptions.started', title: name, body, data });
    if (!seller_id || !(await this.settings.of(SubscriptionsSettings, seller_id)).notify_new_subscriber) return;
    const notice = {
      type: 'subscriptions.new_subscriber',
      title: name,
      body: `${name} has a new subscriber.`,
    } as const;
    this.tell(seller_id, { ...notice, actor_id: owner_id, data: { ...data, user_id: owner_id } });
  }

  renewed(subscription: Subscription, { name }: Named): void {
    const { owner_id, period_end } = subscription;
    const body = `Your subscription to ${name} goes on until ${day(period_end as Date)}.`;
    const data = { ...about(subscription), until: period_end };
    this.tell(owner_id, { type: 'subscriptions.renewed', title: name, body, data });
  }

  planChanged(subscription: Subscription, { name }: Named): void {
    const { owner_id, seller_id, period_end } = subscription;
    const data = { ...about(subscription), until: period_end };
    const type = 'subscriptions.plan_changed';
    this.tell(owner_id, { type, title: name, body: `Your subscription is ${name} now.`, data });
    const body = `A subscriber has changed to ${name}.`;
    this.tell(seller_id, { type, title: name, body, data: { ...data, user_id: owner_id }, actor_id: owner_id });
  }

  renewalDue(subscription: Parties, { name }: { name: string }, charge: Charge): void {
    const { amount_minor, currency, due_at } = charge;
    const body = `${name} is to be paid by ${day(due_at)}: ${priceText(amount_minor, currency)}.`;
    this.tell(subscription.owner_id, {
      type: 'subscriptions.renewal_due',
      title: name,
      body,
      data: { ...about(subscription), charge_id: charge.id, amount: money(amount_minor, currency), currency, due_at },
    });
  }

  paymentReminder(charge: Charge & { name: string; grace_until: Date }, reminder: string): void {
    const { id, owner_id, subscription_id, plan_id, name, amount_minor, currency, grace_until, due_at } = charge;
    const body = `${name} was due on ${day(due_at)}: pay ${priceText(amount_minor, currency)} by ${day(grace_until)} to keep it.`;
    const sum = { amount: money(amount_minor, currency), currency };
    const data = { subscription_id, plan_id, charge_id: id, ...sum, due_at, grace_until, reminder };
    this.tell(owner_id, { type: 'subscriptions.payment_reminder', title: name, body, data });
  }

  priceChange(subscription: Subscription, { name }: Named, oldMinor: number): void {
    const { owner_id, currency } = subscription;
    const from = subscription.next_price_from as Date;
    const minor = subscription.next_price_minor as number;
    const body = `${name} costs ${priceText(minor, currency)} instead of ${priceText(oldMinor, currency)} from ${day(from)}.`;
    const prices = { old_price: money(oldMinor, currency), new_price: money(minor, currency), currency, from };
    this.tell(owner_id, {
      type: 'subscriptions.price_change',
      title: name,
      body,
      data: { ...about(subscription), ...prices },
    });
  }

  planEnding(subscription: Subscription, { name }: Named): void {
    const { owner_id, period_end } = subscription;
    const end = period_end as Date;
    const body = `The seller ends ${name}. You keep it until ${day(end)}.`;
    const data = { ...about(subscription), ends_at: end };
    this.tell(owner_id, { type: 'subscriptions.plan_ending', title: name, body, data });
  }

  granted(subscription: Subscription, { name }: Named, days: number, note: string | undefined): void {
    const { owner_id, seller_id, period_end } = subscription;
    const body = `You have ${name} free for ${days} days.${note ? ` ${note}` : ''}`;
    const data = { ...about(subscription), days, note: note ?? null, until: period_end };
    this.tell(owner_id, { type: 'subscriptions.granted', title: name, body, data, actor_id: seller_id });
  }

  paused(subscription: Subscription, { name }: Named): void {
    const { owner_id, seller_id, resumes_at } = subscription;
    const body = `A subscription to ${name} rests until ${day(resumes_at as Date)}.`;
    const data = { ...about(subscription), user_id: owner_id, resumes_at };
    this.tell(seller_id, { type: 'subscriptions.paused', title: name, body, data, actor_id: owner_id });
  }

  /** Tells the other side; an administrator tells both. */
  async canceled(subscription: Subscription, { name }: Named, by: Actor): Promise<void> {
    const { owner_id, seller_id, cancel_reason, cancel_comment, cancel_at_period_end, status, period_end } =
      subscription;
    const isLater = cancel_at_period_end && status !== 'canceled' && period_end;
    const when = isLater ? `ends on ${day(period_end)}` : 'has ended';
    const ends_at = isLater ? period_end : subscription.ended_at;
    const data = { ...about(subscription), reason: cancel_reason, comment: cancel_comment, canceled_by: by, ends_at };
    const type = 'subscriptions.canceled';
    if (by !== 'subscriber')
      this.tell(owner_id, { type, title: name, body: `Your subscription to ${name} ${when}.`, data });
    if (by === 'seller' || !seller_id) return;
    if (!(await this.settings.of(SubscriptionsSettings, seller_id)).notify_canceled) return;
    const reason = cancel_reason ? ` (${cancel_reason.replaceAll('_', ' ')})` : '';
    const body = `A subscription to ${name} ${when}${reason}.`;
    this.tell(seller_id, { type, title: name, body, data: { ...data, user_id: owner_id } });
  }

  refundNeeded(charge: Charge, { name }: { name: string }): void {
    const { id, owner_id, seller_id, subscription_id, plan_id, payment_id } = charge;
    const body = `A payment for ${name} has arrived that pays for nothing: it is to be refunded.`;
    const data = { charge_id: id, subscription_id, plan_id, payment_id };
    for (const userId of [owner_id, seller_id])
      this.tell(userId, { type: 'subscriptions.refund_needed', title: name, body, data });
  }

  /** A deleted account is null. */
  private tell(userId: string | null, notice: AppNotice): void {
    if (userId !== null) this.notifications.notify(userId, notice);
  }
}
