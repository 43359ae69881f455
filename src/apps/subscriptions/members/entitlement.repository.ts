import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { EntitledTo } from '../../contracts/subscriptions.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Status } from '../entities/subscription.entity.js';

// One of $3, $4 and $5, or none: any plan of the seller.
const ENTITLEMENT = sql(
  'subscriptions_entitlement',
  `SELECT entitled, status, id AS subscription_id, plan_id,
     CASE WHEN NOT entitled THEN NULL WHEN status = 'past_due' THEN grace_until ELSE period_end END AS until
   FROM (
     SELECT s.*, s.status IN ('trialing', 'active', 'past_due') AND (($4::text IS NULL AND $5::uuid IS NULL)
       OR EXISTS (SELECT FROM ext_subscriptions.subscription_benefits x
         WHERE x.subscription_id = s.id AND x.ended_at IS NULL AND (x.ends_at IS NULL OR x.ends_at > now())
           AND (x.key = $4 OR x.ref_id = $5))) AS entitled
     FROM ext_subscriptions.subscriptions s
     WHERE s.owner_id = $1 AND s.seller_id = $2 AND ($3::uuid IS NULL OR s.plan_id = $3) AND s.status <> 'incomplete'
   ) found ORDER BY entitled DESC, created_at DESC LIMIT 1`,
);

export interface Entitlement {
  entitled: boolean;
  status: Status | null;
  subscription_id: string | null;
  plan_id: string | null;
  until: Date | null;
}

const NOT_ENTITLED: Entitlement = { entitled: false, status: null, subscription_id: null, plan_id: null, until: null };

@AppProvider()
export class EntitlementRepository extends BaseRepository {
  async of(userId: string, sellerId: string, { plan_id, key, ref_id }: EntitledTo): Promise<Entitlement> {
    const values = [userId, sellerId, plan_id ?? null, key ?? null, ref_id ?? null];
    return (await this.one<Entitlement>(ENTITLEMENT, ...values)) ?? NOT_ENTITLED;
  }
}
