import { isUnique } from '../../../platform/database/database-error.js';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Affiliate } from '../entities/affiliate.entity.js';

const ACTIVE_AFTER = sql(
  'affiliates_active_after',
  `SELECT id, owner_id FROM ext_affiliates.affiliates
   WHERE program_id = $1 AND status = 'active' AND owner_id IS NOT NULL AND id > $2 ORDER BY id LIMIT $3`,
);
const USERNAME = sql('affiliates_username', 'SELECT username FROM account.users WHERE id = $1');

@AppProvider()
export class AffiliateRepository extends EntityRepository<Affiliate> {
  protected readonly entity = Affiliate;

  /** All that changes what an affiliate earns locks them first. */
  lock(id: string): Promise<Affiliate | undefined> {
    return this.findOne({ id }, { lock: 'no key update' });
  }

  async change(id: string, values: Values<Affiliate>): Promise<Affiliate> {
    try {
      return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Affiliate;
    } catch (error) {
      if (isUnique(error, 'affiliates_code_key')) throw new Refusal(409, 'This code is taken');
      throw error;
    }
  }

  activeAfter(programId: string, after: string, limit: number): Promise<{ id: string; owner_id: string }[]> {
    return this.rows<{ id: string; owner_id: string }>(ACTIVE_AFTER, programId, after, limit);
  }

  async usernameOf(userId: string): Promise<string | null> {
    return (await this.one<{ username: string | null }>(USERNAME, userId))?.username ?? null;
  }
}
