/**
 * SQL: how many subscriptions of the seller `$1` have the same status, plan and price. Triggers count them, so that nothing
 * reads a hundred thousand rows for it.
 */
export const TERMS = `(
  SELECT t.part[1] AS status, t.part[2]::uuid AS plan_id, t.part[3] AS currency, t.part[4]::int AS price_minor,
    t.part[5] AS interval, t.part[6]::int AS interval_count, t.part[7] = 't' AS renews, t.n
  FROM (SELECT string_to_array(d.value, ' ') AS part, sum(d.n)::int AS n FROM ext_subscriptions.seller_days d
    WHERE d.seller_id = $1 AND d.day = 'infinity' AND d.figure = 'terms' GROUP BY d.value HAVING sum(d.n) <> 0) t)`;
