import { AppProvider } from '../../kernel/app-provider.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Actor, Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { HistoryRepository } from './history.repository.js';
import { SubscriptionRepository } from './subscription.repository.js';

/** Stores a move of a subscription, writes its history and notifies whom it concerns. */
@AppProvider()
export class SubscriptionRecordsService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly history: HistoryRepository,
    private readonly plans: PlanRepository,
    private readonly notifications: SubscriptionNotificationsService,
  ) {}

  save(row: Subscription): Promise<Subscription> {
    return this.subscriptions.save(row);
  }

  saveMany(rows: Subscription[]): Promise<Subscription[]> {
    return this.subscriptions.saveMany(rows);
  }

  recordEach(entries: { id: string; data: object }[], type: string, actor: Actor): Promise<void> {
    return this.history.recordEach(entries, type, actor);
  }

  record(id: string, type: string, actor: Actor, data: object = {}): Promise<void> {
    return this.history.record(id, type, actor, data);
  }

  /** The plan of the subscription. */
  plan({ plan_id }: Pick<Subscription, 'plan_id'>): Promise<Plan> {
    return this.plans.the({ id: plan_id }, 'Plan');
  }

  async tell(
    row: Pick<Subscription, 'plan_id'>,
    notify: (notifications: SubscriptionNotificationsService, plan: Plan) => void | Promise<void>,
  ): Promise<void> {
    await notify(this.notifications, await this.plan(row));
  }
}
