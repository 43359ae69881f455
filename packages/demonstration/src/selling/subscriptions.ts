import { buyerOf, idOf, installed, paid, SELLERS } from './sellers.js';

/** So many steps after the start. In UTC, whatever the zone of the connection is. */
const after = (steps: string) => `((started_at AT TIME ZONE 'UTC' + ${steps} * step) AT TIME ZONE 'UTC')`;

/** The first of the month, some months back; no later than the 27th, because not every month has a 31st. */
const STARTS = `
  SELECT *, CASE WHEN at > now THEN at - interval '1 month' ELSE at END AS started_at FROM (
    SELECT s, seller_id, place, many, now, plan, k, price, step, every,
      (date_trunc('month', now AT TIME ZONE 'UTC') - (k % 9) * interval '1 month' + ((k * 5 + s) % 27) * interval '1 day'
        + (s % 20) * interval '1 hour') AT TIME ZONE 'UTC' AS at
    FROM seller, (VALUES (0, 500, interval '1 month', 'month', 30), (1, 5000, interval '1 year', 'year', 10)
    ) plans (plan, price, step, every, most), generate_series(0, least(most, others) - 1) k
  ) drawn`;

/** Plans of sellers of the app subscriptions, who subscribes, and what they have paid. Every sixth has left again. */
export const SUBSCRIPTIONS = `WITH ${SELLERS}, planned AS (
    SELECT ${idOf('plan', 'plan')} AS id, s, seller_id, plan, name, price, every, now
    FROM seller, (VALUES (0, 'Supporter', 500, 'month'), (1, 'Patron', 5000, 'year')) p (plan, name, price, every)
  ), started AS MATERIALIZED (
    SELECT *, ${idOf('plan', 'plan')} AS plan_id, ${idOf('subscription', 'plan * 64 + k')} AS id, ${buyerOf('k')} AS buyer_id,
      k % 6 = 5 AND ${after('1')} <= now AS has_left
    FROM (${STARTS}) starts
  ), period AS MATERIALIZED (
    SELECT *, (plan * 64 + k) * 32 + i AS part, ${after('i')} AS period_start, ${after('(i + 1)')} AS period_end
    FROM started, generate_series(0, 11) i WHERE ${after('i')} <= now AND (i = 0 OR NOT has_left)
  ), reached AS MATERIALIZED (
    SELECT started.*, last.period_start, last.period_end, last.i + 1 AS payments
    FROM started JOIN LATERAL (SELECT * FROM period p WHERE p.id = started.id ORDER BY i DESC LIMIT 1) last ON true
  ), plans AS (
    INSERT INTO ext_subscriptions.plans (id, owner_id, name, description, price_minor, interval, seats_taken, created_at)
    SELECT id, seller_id, name, 'Everything before others see it.', price, every,
      (SELECT count(*) FROM started WHERE plan_id = planned.id AND NOT has_left), now - interval '1 year'
    FROM planned ON CONFLICT DO NOTHING RETURNING id
  ), benefits AS (
    INSERT INTO ext_subscriptions.plan_benefits (plan_id, kind, key, label, position)
    SELECT id, 'perk', 'early-access', 'Early access', 0 FROM plans
  ), made AS (
    INSERT INTO ext_subscriptions.subscriptions (id, owner_id, seller_id, plan_id, status, price_minor, currency,
      interval, interval_count, anchor_day, period_start, period_end, canceled_by, cancel_reason, payments_count,
      started_at, ended_at, created_at, updated_at)
    SELECT id, buyer_id, seller_id, plan_id, CASE WHEN has_left THEN 'canceled' ELSE 'active' END, price, 'usd', every, 1,
      extract(day FROM started_at AT TIME ZONE 'UTC'), period_start, period_end,
      CASE WHEN has_left THEN 'subscriber' END, CASE WHEN has_left THEN 'too_expensive' END, payments, started_at,
      CASE WHEN has_left THEN period_end END, started_at, period_start
    FROM reached WHERE plan_id IN (SELECT id FROM plans) ON CONFLICT DO NOTHING RETURNING id
  ), charge AS MATERIALIZED (
    SELECT p.*, ${idOf('charge', 'part')} AS charge_id, ${idOf('charge payment', 'part')} AS payment_id,
      price AS amount, 'Subscription' AS title,
      CASE WHEN i = 0 THEN period_start ELSE period_start - interval '1 day' END AS paid_at
    FROM period p JOIN made USING (id)
  ), paid AS (${paid('subscriptions', 'charge', 'SELECT *, charge_id AS reference_id FROM charge')}
  ), charged AS (
    INSERT INTO ext_subscriptions.charges (id, owner_id, seller_id, subscription_id, plan_id, kind, period_start, period_end,
      list_minor, discount_minor, credit_minor, amount_minor, currency, status, payment_id, due_at, paid_at, created_at)
    SELECT charge_id, buyer_id, seller_id, id, plan_id, CASE WHEN i = 0 THEN 'initial' ELSE 'renewal' END, period_start,
      period_end, price, 0, 0, price, 'usd', 'paid', payment_id, period_start, paid_at, paid_at
    FROM charge
  ), given AS (
    INSERT INTO ext_subscriptions.subscription_benefits (subscription_id, kind, key, ended_at, created_at)
    SELECT id, 'perk', 'early-access', CASE WHEN has_left THEN period_end END, started_at FROM reached JOIN made USING (id)
  ), noted AS (
    INSERT INTO ext_subscriptions.history (subscription_id, type, actor, data, created_at)
    SELECT id, CASE WHEN i = 0 THEN 'started' ELSE 'renewed' END, 'subscriber',
      jsonb_build_object('charge_id', charge_id, 'period_end', period_end), paid_at FROM charge
    UNION ALL
    SELECT id, 'canceled', 'subscriber', '{}', period_end FROM reached JOIN made USING (id) WHERE has_left
  ), installed AS (${installed('subscriptions', 'SELECT buyer_id AS user_id FROM started UNION SELECT seller_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
