import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { endOfPeriod } from '../billing/period.policy.js';
import { type Charge, hasEnded, isLive, type Subscription } from '../entities/subscription.entity.js';
import { CouponRepository } from '../plans/coupon.repository.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { BenefitsService } from './benefits.service.js';
import { EndingService } from './ending.service.js';
import { type Place, SubscriptionRepository } from './subscription.repository.js';
import { started } from './transition.policy.js';

/** Begins subscriptions that are paid, or that cost nothing. */
@AppProvider()
export class StartingService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly coupons: CouponRepository,
    private readonly benefits: BenefitsService,
    private readonly ending: EndingService,
  ) {}

  /** The period begins now. The seat is held already. */
  async start(row: Subscription, charge: Charge): Promise<Subscription | undefined> {
    const plan = charge.plan_id === row.plan_id ? undefined : await this.plans.findOne({ id: charge.plan_id });
    const period_start = new Date();
    const period_end = endOfPeriod(period_start, plan ?? row, period_start.getUTCDate());
    const credit_minor = Math.min(charge.credit_minor, row.credit_minor);
    const period = { period_start, period_end, credit_minor };
    const paid = await this.charges.change(charge.id, { status: 'paid', paid_at: NOW, ...period });
    const after = await this.subscriptions.save(started(row, paid, plan));
    await this.benefits.give([row.id]);
    return after;
  }

  /**
   * An ended subscription is paid late: it begins again, past the limit of the plan. Undefined, with nothing changed: the
   * plan has no seller any more, or the subscriber has another subscription to it.
   */
  async restart(row: Subscription, charge: Charge): Promise<Subscription | undefined> {
    if (!hasEnded(row)) throw new Error('The subscription has not ended');
    const plan = await this.plans.findOne({ id: charge.plan_id });
    if (!plan?.owner_id || !(await this.makeRoom(plan.id, row.owner_id))) return undefined;
    if (row.started_at === null && row.coupon_id) await this.coupons.countLateUse(row.coupon_id);
    await this.plans.forceSeat(plan.id);
    return this.start(row, charge);
  }

  /** Ends an unpaid attempt of this user at this plan. False: they have a live subscription to it. */
  async makeRoom(planId: string, userId: string): Promise<boolean> {
    return (await this.makeRooms([{ plan_id: planId, owner_id: userId }])).length > 0;
  }

  /** The same for several; returns those without a live subscription. */
  async makeRooms<One extends Place>(places: One[]): Promise<One[]> {
    if (!places.length) return [];
    await this.subscriptions.lockSubscribers(places);
    const others = await this.subscriptions.openOfEach(places);
    await this.ending.end(
      others.filter((other) => !isLive(other)),
      'expired',
      'system',
    );
    const taken = new Set(others.filter(isLive).map(keyOf));
    return places.filter((place) => !taken.has(keyOf(place)));
  }
}

const keyOf = ({ plan_id, owner_id }: Place) => `${plan_id} ${owner_id}`;
