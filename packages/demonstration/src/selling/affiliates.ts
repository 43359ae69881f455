import { buyerOf, idOf, installed, SELLERS } from './sellers.js';

const MOST = 10;
const SHARE_BP = 1000;
/** Not before midnight, since the clicks of closed days are counted already. */
const CLICKED_AT = `greatest(now - n * interval '40 minutes', date_trunc('day', now AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;

/**
 * A program of each seller, its affiliates, the clicks of today, and what the sales of the bundle have earned them:
 * each sale by the affiliate whose code the buyer gave. Triggers keep the sums. Runs after the bundles are there.
 */
export const AFFILIATES = `WITH ${SELLERS}, program AS (
    INSERT INTO ext_affiliates.programs (id, owner_id, name, description, commission_type, percent_bp, landing_url, created_at)
    SELECT ${idOf('program', '0')}, seller_id, 'Recommend our bundle', 'A tenth of each sale.', 'percent', ${SHARE_BP},
      'https://shop.example/' || s, now - interval '90 days'
    FROM seller ON CONFLICT DO NOTHING RETURNING id
  ), partner AS MATERIALIZED (
    SELECT seller.*, k, p.id AS program_id, ${idOf('affiliate', 'k')} AS id, ${buyerOf('(others - 1 - k)')} AS user_id
    FROM seller JOIN program p ON p.id = ${idOf('program', '0')}, generate_series(0, least(${MOST}, others) - 1) k
  ), sale AS MATERIALIZED (
    SELECT p.*, b.id AS purchase_id, b.owner_id AS buyer_id, b.bundle_id, b.payment_id, b.amount_minor,
      b.amount_minor * ${SHARE_BP} / 10000 AS earned, b.completed_at AS at, b.completed_at + interval '30 days' AS payable_at,
      ${idOf('conversion', 'sold')} AS conversion_id
    FROM partner p JOIN generate_series(0, 19) sold ON sold % least(${MOST}, others) = k
    JOIN ext_bundles.purchases b ON b.id = ${idOf('bundle purchase', 'sold')} AND b.status = 'completed'
    WHERE p.user_id <> b.owner_id
  ), joined AS (
    INSERT INTO ext_affiliates.affiliates (id, owner_id, program_id, code, status, decided_at, created_at)
    SELECT id, user_id, program_id, 'demonstration-' || s || '-' || k, 'active', now - interval '80 days',
      now - interval '80 days'
    FROM partner RETURNING id
  ), clicked AS (
    INSERT INTO ext_affiliates.clicks (affiliate_id, token, visitor_hash, half_hour, path, expires_at, created_at)
    SELECT id, md5('click ' || id || n), md5('visitor ' || id || n), extract(epoch FROM ${CLICKED_AT}) / 1800, '/',
      ${CLICKED_AT} + interval '30 days', ${CLICKED_AT}
    FROM partner, generate_series(0, 2 + k) n
  ), named AS (
    UPDATE ext_bundles.purchases b SET affiliate_id = sale.id FROM sale WHERE b.id = sale.purchase_id
  ), referred AS (
    INSERT INTO ext_affiliates.referrals (affiliate_id, buyer_id, app_slug, item_id, matched_by, created_at)
    SELECT id, buyer_id, 'bundles', bundle_id, 'code', at FROM sale
  ), converted AS (
    INSERT INTO ext_affiliates.conversions (id, program_id, affiliate_id, matched_by, source, app_slug, item_id,
      reference_type, reference_id, payment_id, buyer_id, amount_minor, earned_minor, currency, rate_bp, occurred_at,
      created_at)
    SELECT conversion_id, program_id, id, 'code', 'platform', 'bundles', bundle_id, 'bundle_purchase', purchase_id,
      payment_id, buyer_id, amount_minor, earned, 'usd', ${SHARE_BP}, at, at
    FROM sale
  ), earned AS (
    INSERT INTO ext_affiliates.commissions (owner_id, merchant_id, affiliate_id, conversion_id, kind, amount_minor, currency,
      status, payable_at, approved_at, announced_at, sold_at, created_at)
    SELECT user_id, seller_id, id, conversion_id, 'earning', earned, 'usd',
      CASE WHEN payable_at <= now THEN 'approved' ELSE 'pending' END, payable_at,
      CASE WHEN payable_at <= now THEN payable_at END, now, at, at
    FROM sale RETURNING id
  ), installed AS (${installed('affiliates', 'SELECT user_id FROM partner UNION SELECT seller_id FROM seller')}
  ) SELECT count(*)::int AS made FROM earned`;
