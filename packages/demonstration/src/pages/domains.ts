import { idOf, installed, SELLERS } from '../selling/sellers.js';

/**
 * Four domains of each seller with a check: for short links, a redirect, one that waits for its record, one whose traffic
 * goes elsewhere. Without a next check, because DNS knows none of these hosts.
 */
export const DOMAINS = `WITH ${SELLERS}, kind (k, prefix, is_apex, status, routing, target_app, problem) AS (VALUES
    (0, 'links.', false, 'verified', 'ok', 'shortlinks', NULL),
    (1, 'www.', false, 'verified', 'ok', 'redirect', NULL),
    (2, '', true, 'pending', 'missing', NULL, 'txt_missing'),
    (3, 'old.', false, 'verified', 'wrong', NULL, 'routing_wrong')
  ), wanted AS MATERIALIZED (
    SELECT ${idOf('domain', 'k')} AS id, ${idOf('domain check', 'k')} AS check_id, seller_id, kind.*,
      prefix || 'seller' || s || '.example' AS host, 'https://seller' || s || '.example/' AS address,
      md5('domain ' || s || k) AS token, now - interval '60 days' AS added_at, now - interval '3 hours' AS checked_at
    FROM seller, kind
  ), made AS (
    INSERT INTO ext_domains.domains (id, owner_id, host, is_apex, status, token, routing, target_app, redirect_url, root_url,
      verified_at, mapped_at, last_checked_at, last_seen_on, check_count, last_problem, created_at, updated_at)
    SELECT id, seller_id, host, is_apex, status, token, routing, target_app,
      CASE target_app WHEN 'redirect' THEN address END, CASE target_app WHEN 'shortlinks' THEN address END,
      CASE status WHEN 'verified' THEN added_at + interval '20 minutes' END,
      CASE WHEN target_app IS NOT NULL THEN added_at + interval '1 hour' END, checked_at,
      CASE WHEN routing = 'ok' THEN (checked_at AT TIME ZONE 'UTC')::date END,
      CASE status WHEN 'pending' THEN 1 ELSE 0 END, problem, added_at, checked_at
    FROM wanted ON CONFLICT DO NOTHING RETURNING id
  ), checked AS (
    INSERT INTO ext_domains.checks (id, domain_id, trigger, txt_ok, routing, problem, answers, created_at)
    SELECT check_id, id, 'scheduled', status = 'verified', routing, problem, jsonb_build_array(
      jsonb_build_object('name', '_hub.' || host, 'type', 'TXT', 'ms', 24,
        'values', CASE status WHEN 'verified' THEN jsonb_build_array('hub-verify=' || token) ELSE '[]' END,
        'error', CASE status WHEN 'verified' THEN NULL ELSE 'ENOTFOUND' END),
      jsonb_build_object('name', host, 'type', 'A', 'ms', 31,
        'values', CASE routing WHEN 'wrong' THEN '["10.0.0.1"]' WHEN 'ok' THEN '["203.0.113.10"]' ELSE '[]' END::jsonb,
        'error', CASE routing WHEN 'missing' THEN 'ENODATA' END)
    ), checked_at
    FROM wanted JOIN made USING (id)
  ), installed AS (${installed('domains', 'SELECT seller_id AS user_id FROM wanted')}
  ) SELECT count(*)::int AS made FROM made`;
