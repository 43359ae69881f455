import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';

const LOCK_PROGRAMS = sql(
  'affiliates_lock_programs_of',
  'SELECT FROM ext_affiliates.programs WHERE owner_id = $1 ORDER BY id FOR NO KEY UPDATE',
);
// Those whose payouts end, and the user's own partnerships.
const LOCK_AFFILIATES = sql(
  'affiliates_lock_affiliates_of',
  `SELECT FROM ext_affiliates.affiliates WHERE id = ANY (ARRAY(
     SELECT id FROM ext_affiliates.affiliates WHERE owner_id = $1
     UNION SELECT affiliate_id FROM ext_affiliates.payouts WHERE merchant_id = $1 AND status = 'pending'))
   ORDER BY id FOR NO KEY UPDATE`,
);
const PENDING = sql(
  'affiliates_pending_payouts_of',
  `SELECT id FROM ext_affiliates.payouts WHERE (owner_id = $1 OR merchant_id = $1) AND status = 'pending'
   ORDER BY id FOR UPDATE`,
);
const DROP = sql(
  'affiliates_drop_programs',
  `DELETE FROM ext_affiliates.programs p WHERE p.owner_id = $1
     AND NOT EXISTS (SELECT FROM ext_affiliates.affiliates a WHERE a.program_id = p.id)`,
);
const CLOSE = sql(
  'affiliates_close_programs',
  `UPDATE ext_affiliates.programs SET status = 'closed', updated_at = now()
   WHERE owner_id = $1 AND status <> 'closed' RETURNING id`,
);
const DROP_UNUSED = sql(
  'affiliates_drop_partnerships',
  `DELETE FROM ext_affiliates.affiliates a WHERE a.owner_id = $1
     AND NOT EXISTS (SELECT FROM ext_affiliates.conversions v WHERE v.affiliate_id = a.id)
     AND NOT EXISTS (SELECT FROM ext_affiliates.payouts p WHERE p.affiliate_id = a.id)`,
);
const SUSPEND = sql(
  'affiliates_end_partnerships',
  `UPDATE ext_affiliates.affiliates SET status = 'suspended', application = '', updated_at = now() WHERE owner_id = $1`,
);

/** What happens to programs and partnerships when an account is deleted. */
@AppProvider()
export class DepartureRepository extends BaseRepository {
  /** Programs before affiliates, as everywhere. */
  async lock(userId: string): Promise<void> {
    await this.rows(LOCK_PROGRAMS, userId);
    await this.rows(LOCK_AFFILIATES, userId);
  }

  async pendingPayouts(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(PENDING, userId)).map(({ id }) => id);
  }

  /** The ids of those that are closed now. */
  async closePrograms(userId: string): Promise<string[]> {
    await this.count(DROP, userId);
    return (await this.rows<{ id: string }>(CLOSE, userId)).map(({ id }) => id);
  }

  async leavePrograms(userId: string): Promise<void> {
    await this.count(DROP_UNUSED, userId);
    await this.count(SUSPEND, userId);
  }
}
