import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

const TURN = sql(
  'subscriptions_days_turn',
  `SELECT pg_try_advisory_xact_lock(hashtext('ext_subscriptions.seller_days')) AS taken`,
);
// Rows that are added meanwhile are not seen, and stay for the next time.
const FOLD = sql(
  'subscriptions_days_fold',
  `WITH fresh AS (
     SELECT DISTINCT seller_id, day, figure, value FROM (
       SELECT * FROM ext_subscriptions.seller_days WHERE NOT folded ORDER BY id LIMIT 5000) oldest
   ), gone AS (
     DELETE FROM ext_subscriptions.seller_days d USING fresh f
     WHERE d.seller_id = f.seller_id AND d.day = f.day AND d.figure = f.figure AND d.value = f.value
     RETURNING d.seller_id, d.figure, d.value, d.day, d.n
   ), folded AS (
     INSERT INTO ext_subscriptions.seller_days (seller_id, figure, value, day, n, folded)
     SELECT seller_id, figure, value, day, sum(n), true FROM gone
     GROUP BY seller_id, figure, value, day HAVING sum(n) <> 0
   ) SELECT count(*)::int AS rows FROM gone`,
);

@AppProvider()
export class SellerDayRepository extends BaseRepository {
  /** A batch. False: none are left, or another process folds. */
  async fold(): Promise<boolean> {
    const { taken } = await this.onlyOne<{ taken: boolean }>(TURN);
    return taken && (await this.onlyOne<{ rows: number }>(FOLD)).rows > 0;
  }
}
