import { drawn } from '../random.js';
import { idOf, installed, SELLERS } from '../selling/sellers.js';

/** Of each seller: a network on a short link, and the picture of a newsletter with four issues. */
const KINDS = `LATERAL (VALUES
    (0, 'Shop ads', 'meta', (1000000000000 + s)::text, NULL, 'required'),
    (1, 'Newsletter opens', 'own', NULL, lpad(to_hex(s), 16, 'a'), 'not_required')
  ) kinds (nth, pixel_name, provider, external_id, key, consent)`;

/** How many events a pixel has had on a day, so many days ago. */
const EVENTS = '12 - ago / 3';

/** Half of the opens of a newsletter come through the proxies of mail services. */
const EVENT = `SELECT pixel.*, day, ${drawn(71, 's * 100000 + nth * 50000 + ago * 100 + k')} AS luck, k, ago,
      CASE nth WHEN 0 THEN 'PageView' ELSE 'open' END AS event,
      CASE nth WHEN 1 THEN 'issue-' || (1 + ago / 8) END AS ref,
      CASE nth WHEN 0 THEN ${idOf('attachment', '0')} END AS attachment_id
    FROM pixel, generate_series(0, 29) ago, generate_series(1, ${EVENTS}) k,
      LATERAL (SELECT (now AT TIME ZONE 'UTC')::date - ago AS day) days`;

const BY_DIMENSION = `LATERAL (VALUES ('event', event), ('ref', ref), ('target', attachment_id::text), ('country', country),
    ('device', device)) v (dimension, value)`;

/** Pixels with the events of 30 days; days that are over are counted already. */
export const PIXELS = `WITH ${SELLERS}, pixel AS MATERIALIZED (
    SELECT seller.*, kinds.*, ${idOf('pixel', 'nth')} AS pixel_id, ${idOf('pixel link', '0')} AS link_id FROM seller, ${KINDS}
  ), linked AS (
    INSERT INTO ext_shortlinks.links (id, owner_id, slug, url, title, created_at)
    SELECT link_id, seller_id, 'demonstration-' || s, 'https://shop.example/spring', 'Spring sale', now - interval '60 days'
    FROM pixel WHERE nth = 0 ON CONFLICT DO NOTHING
  ), made AS (
    INSERT INTO ext_pixels.pixels (id, owner_id, name, provider, external_id, key, consent, events_closed, created_at)
    SELECT pixel_id, seller_id, pixel_name, provider, external_id, key, consent,
      (SELECT sum(${EVENTS}) FROM generate_series(1, 29) ago), now - interval '40 days' FROM pixel
    ON CONFLICT DO NOTHING RETURNING id
  ), attached AS (
    INSERT INTO ext_pixels.attachments (id, pixel_id, owner_id, target_app, target_id, created_at)
    SELECT ${idOf('attachment', '0')}, pixel_id, seller_id, 'shortlinks', link_id, now - interval '40 days'
    FROM pixel JOIN made ON made.id = pixel_id WHERE nth = 0
  ), event AS MATERIALIZED (
    SELECT e.*, least(now, day::timestamp AT TIME ZONE 'UTC' + luck * interval '1 day') AS happened_at,
      int4send(k) AS visitor_hash, nth = 1 AND k % 2 = 0 AS is_proxied,
      (ARRAY['DE', 'FR', 'US'])[1 + k % 3] AS country, (ARRAY['desktop', 'mobile'])[1 + k % 2] AS device
    FROM (${EVENT}) e JOIN made ON made.id = pixel_id
  ), events AS (
    INSERT INTO ext_pixels.events (pixel_id, attachment_id, name, ref, visitor_hash, country, device, is_proxied, created_at)
    SELECT pixel_id, attachment_id, event, ref, visitor_hash, country, device, is_proxied, happened_at FROM event
    RETURNING id
  ), days AS (
    INSERT INTO ext_pixels.pixel_days (pixel_id, day, events, visitors, proxied)
    SELECT pixel_id, day, count(*), count(DISTINCT visitor_hash), count(*) FILTER (WHERE is_proxied)
    FROM event WHERE ago > 0 GROUP BY pixel_id, day
  ), day_values AS (
    INSERT INTO ext_pixels.pixel_day_values (pixel_id, day, dimension, value, events, visitors)
    SELECT pixel_id, day, dimension, value, count(*), count(DISTINCT visitor_hash)
    FROM event, ${BY_DIMENSION} WHERE ago > 0 AND value IS NOT NULL GROUP BY pixel_id, day, dimension, value
  ), counted AS (
    INSERT INTO ext_pixels.rollup_state (name, rolled_through)
    SELECT DISTINCT 'pixels', (now AT TIME ZONE 'UTC')::date - 1 FROM pixel ON CONFLICT DO NOTHING
  ), links_installed AS (${installed('shortlinks', 'SELECT seller_id AS user_id FROM seller')}
  ), installed AS (${installed('pixels', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM events`;
