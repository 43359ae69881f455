import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';

const TO_SHIP = `o.status = 'paid' AND o.ship_to IS NOT NULL`;

const SELLERS = sql(
  'products_sellers_to_ship',
  `SELECT DISTINCT o.seller_id AS id FROM ext_products.orders o WHERE ${TO_SHIP} AND o.seller_id > $1
   ORDER BY o.seller_id LIMIT $2`,
);
// At most one reminder per seller and day; sellers who have had theirs today are skipped.
const CLAIM = sql(
  'products_ship_reminders_claim',
  `WITH due AS (
     SELECT o.seller_id, count(*)::int AS orders FROM unnest($1::uuid[], $2::int[]) asked (seller_id, days)
     JOIN ext_products.orders o ON o.seller_id = asked.seller_id AND ${TO_SHIP}
       AND o.paid_at < now() - make_interval(days => asked.days)
     JOIN account.users u ON u.id = o.seller_id
     GROUP BY o.seller_id
   ), told AS (
     INSERT INTO ext_products.ship_reminders AS r (seller_id, told_on)
     SELECT seller_id, (now() AT TIME ZONE 'UTC')::date FROM due ORDER BY seller_id
     ON CONFLICT (seller_id) DO UPDATE SET told_on = excluded.told_on WHERE r.told_on < excluded.told_on
     RETURNING seller_id
   )
   SELECT due.seller_id, due.orders FROM due JOIN told USING (seller_id)`,
);

export interface Waiting {
  seller_id: string;
  orders: number;
}

/** What sellers have to ship. */
@AppProvider()
export class ShippingRepository extends BaseRepository {
  async sellers(after: string, limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(SELLERS, after, limit)).map(({ id }) => id);
  }

  /** Of those, who is to be reminded today: each of what waits for longer than so many days. */
  remind(sellerIds: string[], days: number[]): Promise<Waiting[]> {
    return this.rows<Waiting>(CLAIM, sellerIds, days);
  }
}
