import { idOf, installed, SELLERS } from '../selling/sellers.js';

/** What visitors come from, and how many of seven visits have it. */
const SOURCES = `(ARRAY[NULL, NULL, 'search.example', 'search.example', 'mail.example', 'hub.example', 'news.example'])`;
const PAGES = `(ARRAY['/', '/products', '/products/lamp', '/products/chair', '/blog', '/blog/how-we-work', '/cart'])`;
const COUNTRIES = `(ARRAY['DE', 'DE', 'US', 'FR', 'GB', 'NL', 'PL'])`;
const BROWSERS = `(ARRAY['Chrome', 'Chrome', 'Safari', 'Firefox', 'Edge', 'Chrome', 'Safari'])`;
const SYSTEMS = `(ARRAY['windows', 'android', 'ios', 'linux', 'windows', 'macos', 'ios'])`;

/** A number below seven that belongs to a visit, and differs for each use. */
const seventh = (use: number) => `1 + abs(hashint4((s * 1000 + ago) * 64 + v + ${use} * 7919)) % 7`;

/** A site of each seller with a month of visits: more on some days than on others, some of which end with a purchase. */
export const ANALYTICS = `WITH ${SELLERS}, planned AS (
    INSERT INTO ext_analytics.sites (id, owner_id, name, domain, site_key, share_token, created_at)
    SELECT ${idOf('site', '0')}, seller_id, 'The shop', 'shop-' || s || '.example', left(md5('site ' || s), 16),
      md5('dashboard ' || s), now - interval '40 days'
    FROM seller ON CONFLICT DO NOTHING RETURNING id
  ), site AS MATERIALIZED (
    SELECT seller.*, planned.id AS site_id FROM seller JOIN planned ON planned.id = ${idOf('site', '0')}
  ), goal AS (
    INSERT INTO ext_analytics.goals (site_id, position, key, name, kind, match)
    SELECT site_id, position, key, name, kind, match FROM site, (VALUES (1, 'products', 'Looked at products', 'page', '/products*'),
      (2, 'cart', 'Cart', 'page', '/cart'), (3, 'paid', 'Paid', 'event', 'Purchase')) goals (position, key, name, kind, match)
  ), funnel AS (
    INSERT INTO ext_analytics.funnels (site_id, position, key, name, steps)
    SELECT site_id, 1, 'buy', 'Buying', '{products,cart,paid}' FROM site
  ), visit AS MATERIALIZED (
    SELECT site_id, s, ago, v, ${seventh(1)} AS source, ${seventh(2)} AS client, ${seventh(3)} AS country, ${seventh(4)} AS pages,
      now - ago * interval '1 day' - (abs(hashint4(s * 64 + ago * 17 + v)) % 1200) * interval '1 minute' AS since,
      substr(sha256(('visitor ' || s || ' ' || ago || ' ' || v)::bytea), 1, 16) AS visitor_hash
    FROM site, generate_series(0, 30) ago, generate_series(1, 8 + abs(hashint4(s * 31 + ago)) % 9) v
  ), event AS (
    INSERT INTO ext_analytics.events (site_id, visitor_hash, name, path, referrer_host, utm_source, utm_campaign, country, device,
      os, browser, created_at)
    SELECT site_id, visitor_hash, CASE WHEN n = 5 THEN 'Purchase' ELSE 'pageview' END,
      CASE WHEN n >= 4 THEN '/cart' ELSE ${PAGES}[1 + (pages + n * n) % 7] END,
      CASE n WHEN 1 THEN ${SOURCES}[source] END, CASE WHEN n = 1 AND source = 5 THEN 'newsletter' END,
      CASE WHEN n = 1 AND source = 5 THEN 'spring' END, ${COUNTRIES}[country],
      CASE WHEN ${SYSTEMS}[client] IN ('ios', 'android') THEN 'mobile' ELSE 'desktop' END, ${SYSTEMS}[client], ${BROWSERS}[client],
      since + (n - 1) * interval '70 seconds'
    FROM visit, generate_series(1, least(pages, 5)) n WHERE since + (n - 1) * interval '70 seconds' < now() RETURNING id
  ), installed AS (${installed('analytics', 'SELECT seller_id AS user_id FROM site')}
  ) SELECT count(*)::int AS made FROM event`;
