import { buyerOf, idOf, installed, SELLERS } from '../selling/sellers.js';

/** How many people an issuer has certified. */
const RECIPIENTS = 6;

const text = (content: string, y: number, height: number, size: number, font: string) => ({
  type: 'text',
  text: content,
  x: 70,
  y,
  width: 700,
  height,
  font,
  size,
  align: 'center',
  valign: 'middle',
  colour: '#1c2440',
});
const LAYOUT = JSON.stringify({
  elements: [
    text('{title}', 110, 70, 36, 'serif-bold'),
    text('{recipient_name}', 210, 80, 44, 'serif'),
    text('{issuer_name}, {issued_on}', 330, 30, 14, 'sans'),
    { type: 'qr', x: 374, y: 400, width: 94 },
    text('{code}', 500, 20, 9, 'sans'),
  ],
});

const TITLE = 'Barista Basics';
const ISSUER = 'Coffee School';
const DAY = `to_char(day, 'YYYY-MM-DD')`;

/** The canonical JSON of what a certificate says: its names are in the order of the alphabet. */
const CONTENT = `'{"code":"' || code || '","expires_on":"' || to_char(day + 730, 'YYYY-MM-DD') || '","issued_on":"' || ${DAY}
  || '","issuer_name":"${ISSUER}","recipient_name":"' || name || '","revision":1,"title":"${TITLE}","values":{}}'`;

/** Templates of sellers of the app certificates, and certificates of people around them; the first one is revoked. */
export const CERTIFICATES = `WITH ${SELLERS}, template AS MATERIALIZED (
    SELECT ${idOf('certificate template', '0')} AS id, ${idOf('certificate version', '0')} AS version_id, s, seller_id, place,
      many, others, now
    FROM seller
  ), made AS (
    INSERT INTO ext_certificates.templates (id, owner_id, name, current_version_id, created_at, updated_at)
    SELECT id, seller_id, 'Barista basics', version_id, now - interval '3 months', now - interval '3 months' FROM template
    ON CONFLICT DO NOTHING RETURNING id
  ), version AS (
    INSERT INTO ext_certificates.template_versions (id, template_id, owner_id, version, title, description, issuer_name, page,
      orientation, layout, validity_days, created_at)
    SELECT version_id, id, seller_id, 1, '${TITLE}', 'Two days behind the machine.', '${ISSUER}', 'a4', 'landscape',
      '${LAYOUT}', 730, now - interval '3 months'
    FROM template JOIN made USING (id)
  ), award AS MATERIALIZED (
    SELECT ${idOf('certificate', 'k')} AS award_id, template.id, version_id, seller_id, user_id, k, now,
      'Recipient ' || k AS name, (now AT TIME ZONE 'UTC')::date - k * 7 AS day,
      regexp_replace(substr(upper(md5('certificate ' || s || ' ' || k)), 1, 12), '(.{4})(.{4})(.{4})', '\\1-\\2-\\3') AS code
    FROM template JOIN made USING (id), generate_series(1, least(${RECIPIENTS}, others)) k,
      LATERAL (SELECT ${buyerOf('k')} AS user_id) recipient
  ), issued AS (
    INSERT INTO ext_certificates.certificates (id, owner_id, template_id, template_version_id, code, recipient_name,
      recipient_user_id, custom_values, issued_on, expires_on, status, revoked_at, revoke_reason, visibility, content_hash,
      verified_count, created_at, updated_at)
    SELECT award_id, seller_id, id, version_id, code, name, user_id, '{}', day, day + 730,
      CASE k WHEN 1 THEN 'revoked' ELSE 'active' END, CASE k WHEN 1 THEN now END,
      CASE k WHEN 1 THEN 'Issued in error' END, CASE k WHEN 2 THEN 'public' ELSE 'unlisted' END,
      encode(sha256(convert_to(${CONTENT}, 'UTF8')), 'hex'), k, day, day
    FROM award ON CONFLICT DO NOTHING RETURNING id AS award_id
  ), revision AS (
    INSERT INTO ext_certificates.revisions (certificate_id, owner_id, revision, actor_user_id, event, before, after, reason,
      created_at)
    SELECT award_id, seller_id, 1, seller_id, event, '{}', '{}', reason, moment FROM award JOIN issued USING (award_id),
      LATERAL (VALUES ('issued', NULL, day::timestamptz), ('revoked', 'Issued in error', now)) happened (event, reason, moment)
    WHERE event = 'issued' OR k = 1
  ), apps AS (${installed('certificates', 'SELECT seller_id AS user_id FROM seller UNION ALL SELECT user_id FROM award')}
  ) SELECT count(*)::int AS made FROM issued`;
