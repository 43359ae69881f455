import { idOf, installed, SELLERS } from '../selling/sellers.js';

/** How many codes a seller has: tables of a café, and one for its guests' Wi-Fi. */
const TABLES = 5;
const DAYS = 30;
/** Eight letters that nobody takes for others: 0 and 1 of the hash are replaced. */
const KEY = `translate(substr(md5('code ' || s || ' ' || k), 1, 8), '01', 'xy')`;
/** Scans of a code, so many days ago. */
const SCANS = '(1 + (s * 7 + k * 3 + i * 5) % 12)';

/**
 * Codes of sellers of the app qr, and the scans of a month, counted by day. The codes hold the default address of the
 * service, as the seed program does not know its host.
 */
export const CODES = `WITH ${SELLERS}, code AS MATERIALIZED (
    SELECT ${idOf('code', 'k')} AS id, s, k, seller_id, ${KEY} AS key, k < ${TABLES} AS is_dynamic, now
    FROM seller, generate_series(0, ${TABLES}) k
  ), made AS (
    INSERT INTO ext_qr.codes (id, owner_id, name, mode, kind, content, payload, key, style, symbol_version, scans_closed,
      tags, created_at, updated_at)
    SELECT id, seller_id, CASE WHEN is_dynamic THEN 'Table ' || k + 1 ELSE 'Wi-Fi of the guests' END,
      CASE WHEN is_dynamic THEN 'dynamic' ELSE 'static' END, CASE WHEN is_dynamic THEN 'url' ELSE 'wifi' END,
      CASE WHEN is_dynamic THEN jsonb_build_object('url', 'https://cafe.example/table/' || k + 1)
        ELSE '{"ssid":"Guests","security":"WPA","password":"espresso"}' END,
      CASE WHEN is_dynamic THEN 'http://localhost:3000/v1/apps/qr/public/' || key
        ELSE 'WIFI:T:WPA;S:Guests;P:espresso;;' END,
      key, '{"shape":"rounded","eye_shape":"rounded","foreground":"#14213d"}', CASE WHEN is_dynamic THEN 4 ELSE 3 END,
      CASE WHEN is_dynamic THEN (SELECT sum(${SCANS}) FROM generate_series(1, ${DAYS}) i) ELSE 0 END,
      '{cafe}', now - interval '2 months', now - interval '2 months'
    FROM code ON CONFLICT DO NOTHING RETURNING id
  ), target AS (
    INSERT INTO ext_qr.code_targets (code_id, target, changed_by, created_at)
    SELECT id, 'https://cafe.example/table/' || k + 1, seller_id, now - interval '2 months'
    FROM code JOIN made USING (id) WHERE is_dynamic
  ), day AS MATERIALIZED (
    SELECT id, seller_id, (now AT TIME ZONE 'UTC')::date - i AS day, ${SCANS} AS scans
    FROM code JOIN made USING (id), generate_series(1, ${DAYS}) i WHERE is_dynamic
  ), value AS MATERIALIZED (
    SELECT id, seller_id, day, dimension, value, part AS scans
    FROM day, LATERAL (VALUES ('country', 'FR', scans), ('device', 'mobile', scans), ('os', 'ios', scans / 2),
      ('os', 'android', scans - scans / 2), ('hour', '12', scans / 3), ('hour', '19', scans - scans / 3)
    ) parts (dimension, value, part) WHERE part > 0
  ), days AS (
    INSERT INTO ext_qr.code_days (code_id, day, scans, visitors) SELECT id, day, scans, scans FROM day
  ), day_values AS (
    INSERT INTO ext_qr.code_day_values (code_id, day, dimension, value, scans, visitors)
    SELECT id, day, dimension, value, scans, scans FROM value
  ), owner_days AS (
    INSERT INTO ext_qr.owner_days (owner_id, day, dimension, value, scans, visitors)
    SELECT seller_id, day, 'all', '', sum(scans), sum(scans) FROM day GROUP BY seller_id, day
    UNION ALL SELECT seller_id, day, 'thing', id::text, scans, scans FROM day
    UNION ALL SELECT seller_id, day, dimension, value, sum(scans), sum(scans)
    FROM value WHERE dimension = 'country' GROUP BY seller_id, day, dimension, value
  ), counted AS (
    INSERT INTO ext_qr.rollup_state (name, rolled_through)
    SELECT DISTINCT 'qr', (now AT TIME ZONE 'UTC')::date - 1 FROM code ON CONFLICT DO NOTHING
  ), installed AS (${installed('qr', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM made`;
