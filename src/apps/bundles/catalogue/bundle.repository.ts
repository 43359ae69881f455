import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Bundle } from '../entities/bundle.entity.js';

const LOCK_OWNER = sql('bundles_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const HOLD = sql(
  'bundles_hold',
  `UPDATE ext_bundles.bundles SET held_count = held_count + 1
   WHERE id = $1 AND (max_sales IS NULL OR sold_count + held_count < max_sales)`,
);
const COUNT = sql(
  'bundles_count_sales',
  'UPDATE ext_bundles.bundles SET held_count = held_count + $2, sold_count = sold_count + $3 WHERE id = $1',
);
const TO_CHECK = sql(
  'bundles_to_check',
  `SELECT * FROM ext_bundles.bundles
   WHERE id > $1 AND (status = 'published' OR unavailable_since IS NOT NULL) ORDER BY id LIMIT $2`,
);
const AVAILABLE = sql(
  'bundles_set_available',
  `UPDATE ext_bundles.bundles SET unavailable_since = NULL, updated_at = now()
   WHERE id = ANY ($1::uuid[]) AND unavailable_since IS NOT NULL`,
);
const UNAVAILABLE = sql(
  'bundles_set_unavailable',
  `UPDATE ext_bundles.bundles SET unavailable_since = now(), updated_at = now()
   WHERE id = $1 AND unavailable_since IS NULL AND status = 'published'`,
);
// A sale whose end is moved is announced anew.
const ENDING = sql(
  'bundles_ending',
  `UPDATE ext_bundles.bundles b SET ending_notified_for = b.ends_at FROM (
     SELECT id FROM ext_bundles.bundles
     WHERE status = 'published' AND ends_at > now() AND ends_at <= now() + interval '24 hours'
       AND ending_notified_for IS DISTINCT FROM ends_at
     ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
   ) due WHERE b.id = due.id RETURNING b.*`,
);
// What an account that is deleted has to do with: its open checkouts and its bundles.
const LOCK_OF_USER = sql(
  'bundles_lock_of_user',
  `SELECT id FROM ext_bundles.bundles WHERE id IN (
     SELECT bundle_id FROM ext_bundles.purchases WHERE owner_id = $1 AND status = 'pending'
     UNION SELECT id FROM ext_bundles.bundles WHERE owner_id = $1
   ) ORDER BY id FOR NO KEY UPDATE`,
);
const KEEP = sql(
  'bundles_keep_for_buyers',
  `UPDATE ext_bundles.bundles b SET owner_id = NULL, status = 'archived', held_count = 0, updated_at = now()
   WHERE owner_id = $1 AND EXISTS (SELECT FROM ext_bundles.purchases p JOIN account.users u ON u.id = p.owner_id
     WHERE p.bundle_id = b.id AND p.status = 'completed' AND p.owner_id <> $1)
   RETURNING cover_file_id`,
);
const DESCRIBED = sql(
  'bundles_described',
  'SELECT id, owner_id, title FROM ext_bundles.bundles WHERE id = ANY ($1::uuid[])',
);

@AppProvider()
export class BundleRepository extends EntityRepository<Bundle> {
  protected readonly entity = Bundle;

  lock(id: string): Promise<Bundle | undefined> {
    return this.findOne({ id }, { lock: 'no key update' });
  }

  async change(id: string, values: Values<Bundle>): Promise<Bundle> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Bundle;
  }

  /** So that the limit holds when somebody does two things at once. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  countOpen(ownerId: string): Promise<number> {
    return this.countWhere({ owner_id: ownerId, status: In(['draft', 'published']) });
  }

  /** Sets one sale aside; false: all are sold or set aside. */
  async hold(id: string): Promise<boolean> {
    return (await this.count(HOLD, id)) > 0;
  }

  /** The bundle is locked. */
  async countSales(id: string, { held, sold }: { held: number; sold: number }): Promise<void> {
    if (held || sold) await this.count(COUNT, id, held, sold);
  }

  toCheck(after: string, limit: number): Promise<Bundle[]> {
    return this.rows<Bundle>(TO_CHECK, after, limit);
  }

  async setAvailable(ids: string[]): Promise<void> {
    if (ids.length) await this.count(AVAILABLE, ids);
  }

  /** False: it was so before. */
  async setUnavailable(id: string): Promise<boolean> {
    return (await this.count(UNAVAILABLE, id)) > 0;
  }

  /** Bundles whose sale ends within a day, each once for an end. */
  takeEnding(limit: number): Promise<Bundle[]> {
    return this.rows<Bundle>(ENDING, limit);
  }

  async lockOfUser(userId: string): Promise<void> {
    await this.rows(LOCK_OF_USER, userId);
  }

  /** Bundles that somebody has lose their owner and stay; returns their covers. Locked. */
  async keepForBuyers(sellerId: string): Promise<string[]> {
    const kept = await this.rows<{ cover_file_id: string | null }>(KEEP, sellerId);
    return kept.flatMap(({ cover_file_id }) => cover_file_id ?? []);
  }

  describe(ids: string[]) {
    return this.rows<Pick<Bundle, 'id' | 'owner_id' | 'title'>>(DESCRIBED, ids);
  }
}
