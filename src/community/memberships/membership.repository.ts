import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Membership } from './membership.entity.js';

export type MembershipRow = Omit<Membership, 'processor_subscription_id'>;
type PaidMembership = Omit<Membership, 'id' | 'status' | 'expires_at'> & { expires_at: Date | null };

const ROW = 'm.id, m.user_id, m.tier, m.status, m.started_at, m.expires_at';

const ACTIVE = sql(
  'membership_active',
  `SELECT ${ROW} FROM community.memberships m
   WHERE m.user_id = $1 AND m.status = 'active' AND m.expires_at > now()`,
);
// A month, until the processor tells the end of the paid period.
const END = `coalesce($5::timestamptz, $4::timestamptz + interval '1 month')`;
const UPSERT_PAID = sql(
  'membership_keep',
  `INSERT INTO community.memberships AS m (user_id, processor_subscription_id, tier, started_at, expires_at, status)
   VALUES ($1, $2, $3, $4, ${END}, CASE WHEN ${END} > now() THEN 'active' ELSE 'expired' END)
   ON CONFLICT (processor_subscription_id) DO UPDATE SET tier = excluded.tier, started_at = excluded.started_at,
     expires_at = excluded.expires_at, status = excluded.status
     WHERE (m.tier, m.started_at, m.expires_at, m.status) IS DISTINCT FROM
       (excluded.tier, excluded.started_at, excluded.expires_at, excluded.status)
   RETURNING ${ROW}`,
);
const EXPIRE = sql(
  'memberships_expire',
  `UPDATE community.memberships m SET status = 'expired' WHERE m.id IN (
     SELECT id FROM community.memberships WHERE status = 'active' AND expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED)
   RETURNING ${ROW}`,
);
export const MEMBERSHIPS_FOR_EXPORT = sql(
  'memberships_of_user',
  `SELECT ${ROW} FROM community.memberships m WHERE m.user_id = $1 ORDER BY m.started_at`,
);

@Injectable()
export class MembershipRepository extends EntityRepository<Membership> {
  protected readonly entity = Membership;

  findActive(userId: string): Promise<MembershipRow | undefined> {
    return this.one<MembershipRow>(ACTIVE, userId);
  }

  /** Makes the paid tier membership the user's only current one. Undefined when nothing changed. */
  async upsertPaid(paid: PaidMembership): Promise<MembershipRow | undefined> {
    const { user_id, processor_subscription_id: id, tier, started_at, expires_at } = paid;
    const others = { user_id, processor_subscription_id: Not(id), status: In(['active', 'past_due']) };
    await this.update(others, { status: 'canceled' });
    return this.one<MembershipRow>(UPSERT_PAID, user_id, id, tier, started_at, expires_at);
  }

  /** Undefined when the status is the same already, or when the subscription never became a tier membership. */
  end(subscriptionId: string, status: 'canceled' | 'past_due'): Promise<MembershipRow | undefined> {
    return this.updateOne({ processor_subscription_id: subscriptionId, status: Not(status) }, { status });
  }

  /** Skips rows that another process has locked. */
  expireDue(limit: number): Promise<MembershipRow[]> {
    return this.rows<MembershipRow>(EXPIRE, limit);
  }
}
