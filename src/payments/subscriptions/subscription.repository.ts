import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Customer, type Subscription, type SubscriptionState } from './subscription.entity.js';

export type SubscriptionRow = Subscription & { ended: boolean };
export type ReportedState = SubscriptionState & { user_id: string; purpose: string };

const ENDED = `status IN ('canceled', 'incomplete_expired')`;
const ROW = `processor_subscription_id, user_id, purpose, plan, status, expires_at, started_at, opened_at, ${ENDED} AS ended`;
/** Newest first; of two events of the same second, the one that comes later in the life of a subscription. */
const NEWEST = 'told_at DESC, rank DESC, expires_at DESC NULLS LAST, event_id COLLATE "C" DESC';

const OPEN = sql(
  'subscription_open',
  `INSERT INTO payments.subscriptions (processor_subscription_id, user_id, purpose, status, started_at)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
);
const TELL = sql(
  'subscription_tell',
  `INSERT INTO payments.subscription_states
     (event_id, processor_subscription_id, told_at, rank, status, plan, expires_at, started_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
// The newest known value of each column, because an event may lack the plan or the end of the period.
const READ_OFF = sql(
  'subscription_read_off',
  `UPDATE payments.subscriptions s SET status = told.status, plan = told.plan, expires_at = told.expires_at,
     started_at = told.started_at
   FROM (
     SELECT (array_agg(status ORDER BY ${NEWEST}))[1] AS status,
       (array_agg(plan ORDER BY ${NEWEST}) FILTER (WHERE plan IS NOT NULL))[1] AS plan,
       (array_agg(expires_at ORDER BY ${NEWEST}) FILTER (WHERE expires_at IS NOT NULL))[1] AS expires_at,
       min(started_at) AS started_at
     FROM payments.subscription_states WHERE processor_subscription_id = $1
   ) told
   WHERE s.processor_subscription_id = $1`,
);
const BY_ID = sql(
  'subscription_by_id',
  `SELECT ${ROW} FROM payments.subscriptions WHERE processor_subscription_id = $1`,
);
// Paid subscriptions first, then unpaid ones, then ended ones; of each group the newest.
const CURRENT = sql(
  'subscription_current',
  `SELECT ${ROW} FROM payments.subscriptions WHERE user_id = $1 AND purpose = $2
   ORDER BY CASE WHEN status IN ('active', 'trialing') THEN 0 WHEN ${ENDED} THEN 2 ELSE 1 END,
     started_at DESC, opened_at DESC LIMIT 1`,
);
const GOING_ON = sql(
  'subscription_going_on',
  `SELECT ${ROW} FROM payments.subscriptions WHERE user_id = $1 AND NOT ${ENDED}`,
);
const REPLACED = sql(
  'subscription_replaced',
  `SELECT ${ROW} FROM payments.subscriptions
   WHERE user_id = $1 AND purpose = $2 AND NOT ${ENDED} AND (started_at, opened_at) < ($3, $4)`,
);
const OF_USER = sql(
  'subscription_of_user',
  `SELECT ${ROW} FROM payments.subscriptions WHERE user_id = $1 ORDER BY started_at`,
);

@Injectable()
export class SubscriptionRepository extends BaseRepository {
  /** Accepts events in any order. Expects that the caller has locked the user. */
  async storeState(reported: ReportedState): Promise<void> {
    const { processor_subscription_id: id, user_id, purpose, status, started_at } = reported;
    await this.count(OPEN, id, user_id, purpose, status, started_at);
    const { event_id, told_at, rank, plan, expires_at } = reported;
    await this.count(TELL, event_id, id, told_at, rank, status, plan, expires_at, started_at);
    await this.count(READ_OFF, id);
  }

  find(id: string): Promise<SubscriptionRow | undefined> {
    return this.one<SubscriptionRow>(BY_ID, id);
  }

  findCurrent(userId: string, purpose: string): Promise<SubscriptionRow | undefined> {
    return this.one<SubscriptionRow>(CURRENT, userId, purpose);
  }

  listRunning(userId: string): Promise<SubscriptionRow[]> {
    return this.rows<SubscriptionRow>(GOING_ON, userId);
  }

  /** The running subscriptions of the same purpose that started before this one. */
  listReplacedBy({ user_id, purpose, started_at, opened_at }: SubscriptionRow): Promise<SubscriptionRow[]> {
    return this.rows<SubscriptionRow>(REPLACED, user_id, purpose, started_at, opened_at);
  }

  listForUser(userId: string): Promise<SubscriptionRow[]> {
    return this.rows<SubscriptionRow>(OF_USER, userId);
  }
}

@Injectable()
export class CustomerRepository extends EntityRepository<Customer> {
  protected readonly entity = Customer;
}
