import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Plan, PlanBenefit } from '../entities/plan.entity.js';

const LOCK_OWNER = sql('subscriptions_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const TAKE_SEAT = sql(
  'subscriptions_seat_take',
  `UPDATE ext_subscriptions.plans SET seats_taken = seats_taken + 1
   WHERE id = $1 AND status = 'active' AND owner_id IS NOT NULL
     AND (max_subscribers IS NULL OR seats_taken < max_subscribers)
   RETURNING *`,
);
// The plans are locked in the order of their ids, because two batches may move seats of the same plans.
const MOVE_SEATS = sql(
  'subscriptions_seats_move',
  `WITH given AS (
     SELECT id, sum(n)::int AS n FROM (
       SELECT id, -1 AS n FROM unnest($1::uuid[]) given (id) UNION ALL SELECT id, 1 FROM unnest($2::uuid[]) given (id)
     ) one GROUP BY id
   ), locked AS (SELECT p.id FROM ext_subscriptions.plans p JOIN given USING (id) ORDER BY p.id FOR NO KEY UPDATE OF p)
   UPDATE ext_subscriptions.plans p SET seats_taken = p.seats_taken + given.n
   FROM locked JOIN given USING (id) WHERE p.id = locked.id`,
);
const LOCK = sql('subscriptions_plan_lock', `SELECT * FROM ext_subscriptions.plans WHERE id = $1 FOR NO KEY UPDATE`);
const LOCK_BOTH = sql(
  'subscriptions_plans_lock',
  'SELECT FROM ext_subscriptions.plans WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);
const ARCHIVE = sql(
  'subscriptions_plan_archive',
  `UPDATE ext_subscriptions.plans SET status = 'archived', updated_at = now()
   WHERE id = $1 AND status = 'active' RETURNING *`,
);
// What others have paid for outlives the account of its seller.
const KEEP = sql(
  'subscriptions_plans_keep',
  `UPDATE ext_subscriptions.plans p SET owner_id = NULL, status = 'archived', updated_at = now()
   WHERE owner_id = $1 AND EXISTS (SELECT FROM ext_subscriptions.subscriptions s
     WHERE s.plan_id = p.id AND s.owner_id <> $1 AND s.started_at IS NOT NULL)
   RETURNING id`,
);

@AppProvider()
export class PlanRepository extends EntityRepository<Plan> {
  protected readonly entity = Plan;

  /** So that the limit holds when somebody does two things at once. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  countActive(ownerId: string): Promise<number> {
    return this.countWhere({ owner_id: ownerId, status: 'active' });
  }

  lock(id: string): Promise<Plan | undefined> {
    return this.one<Plan>(LOCK, id);
  }

  async change(id: string, values: Values<Plan>): Promise<Plan> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Plan;
  }

  archive(id: string): Promise<Plan | undefined> {
    return this.one<Plan>(ARCHIVE, id);
  }

  /** The plan as it is now. Undefined: it takes no new subscribers, or is full. */
  takeSeat(id: string): Promise<Plan | undefined> {
    return this.one<Plan>(TAKE_SEAT, id);
  }

  /** For what was paid or promised: past the limit. */
  async forceSeat(id: string): Promise<void> {
    await this.moveSeats([], [id]);
  }

  async giveSeats(planIds: string[]): Promise<void> {
    await this.moveSeats(planIds, []);
  }

  /** One seat for each id; past the limits of the new plans. */
  async moveSeats(from: string[], to: string[]): Promise<void> {
    if (from.length || to.length) await this.count(MOVE_SEATS, from, to);
  }

  /** `force`: past the limit of the new plan. False: that plan is full, or takes nobody. */
  async moveSeat(from: string, to: string, { force }: { force: boolean }): Promise<boolean> {
    if (!force) {
      await this.rows(LOCK_BOTH, [from, to]);
      if (!(await this.takeSeat(to))) return false;
    }
    await this.moveSeats([from], force ? [to] : []);
    return true;
  }

  byIds(ids: string[]): Promise<Plan[]> {
    return ids.length ? this.find({ id: In([...new Set(ids)]) }) : Promise.resolve([]);
  }

  /** Those that somebody has paid for get no owner, and stay when the account goes; returns which. */
  async keepForSubscribers(sellerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(KEEP, sellerId)).map(({ id }) => id);
  }
}

@AppProvider()
export class PlanBenefitRepository extends EntityRepository<PlanBenefit> {
  protected readonly entity = PlanBenefit;

  of(planId: string): Promise<PlanBenefit[]> {
    return this.find({ plan_id: planId, removed_at: null }, { order: { position: 'ASC', id: 'ASC' } });
  }
}
