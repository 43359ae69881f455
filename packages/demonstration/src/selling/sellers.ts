import { peopleUpTo } from '../accounts.js';
import { keyOf } from '../random.js';

/** $1 to $2: the numbers of the sellers; $3: the last number of the people; $4: the latest time of what has happened. */
export const SELLERS = `people AS MATERIALIZED (${peopleUpTo('$3::int')}), seller AS MATERIALIZED (
    SELECT s, (SELECT ids FROM people)[least(s * 20, many)] AS seller_id, many - 1 AS others, least(s * 20, many) AS place,
      many, $4::timestamptz AS now
    FROM people, generate_series($1::int, $2::int) s WHERE many > 0
  )`;

/** The k-th of the people around the seller, who is none of them. There are as many as `others` says. */
export const buyerOf = (k: string) => `(SELECT ids FROM people)[1 + (place + ${k}) % many]`;

/** Of a seller: the number of its part is below 4096. */
export const idOf = (kind: string, part: string) => keyOf(kind, 's', part);

/** `from` has user_id, and who is in it has installed the app. */
export const installed = (app: string, from: string) => `
  INSERT INTO apps.installations (user_id, app) SELECT DISTINCT user_id, '${app}' FROM (${from}) whom
  ON CONFLICT DO NOTHING`;

/** Completed payments for rows of `from`: payment_id, buyer_id, seller_id, amount, title, reference_id, paid_at. */
export const paid = (app: string, type: string, from: string) => `
  INSERT INTO payments.payments (id, kind, status, buyer_id, seller_id, amount, currency, description, metadata,
    payment_intent_id, fulfilled_at, completed_at, created_at, updated_at)
  SELECT payment_id, 'checkout', 'completed', buyer_id, seller_id, amount, 'usd', title,
    jsonb_build_object('app_slug', '${app}', 'reference_id', reference_id, 'reference_type', '${type}'),
    'pi_demonstration_' || payment_id, paid_at, paid_at, paid_at, paid_at
  FROM (${from}) sale`;
