import { buyerOf, idOf, installed, SELLERS } from '../selling/sellers.js';

const BLOCKS = `(VALUES
    (0, 'link', 'Book a table', 'https://kitchen.example/book', '{}', true),
    (1, 'link', 'The menu of this week', 'https://kitchen.example/menu', '{}', false),
    (2, 'header', 'From the harbour', NULL, '{}', false),
    (3, 'text', NULL, NULL, '{"text": "We cook what the boats bring in, from Tuesday to Saturday."}', false),
    (4, 'socials', NULL, NULL, '{"items": [{"network": "instagram", "url": "https://www.instagram.com/harbour"},
      {"network": "youtube", "url": "https://www.youtube.com/@harbour"}]}', false),
    (5, 'contact_form', 'Letters from the kitchen', NULL,
      '{"consent_text": "The harbour kitchen may write to me.", "ask_name": true}', false)
  ) kinds (position, kind, block_title, url, data, is_featured)`;

/**
 * One page of each seller with views and clicks of twenty days, and who has sent its form. Events get their ids in the
 * order of their times, as the roll-up expects; it counts them.
 */
export const BIOLINKS = `WITH ${SELLERS}, planned AS (
    INSERT INTO ext_biolinks.pages (id, owner_id, handle, title, bio, theme, is_published, published_at, created_at)
    SELECT ${idOf('bio page', '0')}, seller_id, 'demonstration-' || s, 'The harbour kitchen', 'Music, food and boats.',
      (ARRAY['plain', 'dark', 'paper', 'gradient', 'contrast'])[1 + s % 5], true, now - interval '60 days',
      now - interval '60 days'
    FROM seller ON CONFLICT DO NOTHING RETURNING id
  ), page AS MATERIALIZED (
    SELECT seller.*, planned.id AS page_id FROM seller JOIN planned ON planned.id = ${idOf('bio page', '0')}
  ), block AS MATERIALIZED (
    SELECT page.*, kinds.*, ${idOf('bio block', 'position')} AS block_id FROM page, ${BLOCKS}
  ), blocks AS (
    INSERT INTO ext_biolinks.blocks (id, page_id, kind, position, title, url, data, is_featured, created_at)
    SELECT block_id, page_id, kind, position, block_title, url, data::jsonb, is_featured, now - interval '60 days' FROM block
    RETURNING id
  ), visit AS MATERIALIZED (
    SELECT page.*, d, v, now - d * interval '1 day' - v * interval '37 minutes' AS at
    FROM page, generate_series(1, 20) d, generate_series(1, 4 + (s + d) % 9) v
  ), event AS (
    SELECT visit.*, NULL::uuid AS block_id FROM visit
    UNION ALL SELECT visit.*, ${idOf('bio block', 'v % 2')} FROM visit WHERE v % 3 > 0
  ), events AS (
    INSERT INTO ext_biolinks.events (page_id, block_id, visitor_hash, country, device, referrer_host, created_at)
    SELECT page_id, block_id, decode(md5(concat_ws(' ', page_id, d, v)), 'hex'), (ARRAY['DE', 'FR', 'US'])[1 + v % 3],
      (ARRAY['mobile', 'desktop'])[1 + v % 2], (ARRAY['instagram.com', 'youtube.com', NULL])[1 + (d + v) % 3], at
    FROM event ORDER BY at, block_id NULLS FIRST RETURNING id
  ), contacts AS (
    INSERT INTO ext_biolinks.contacts (owner_id, page_id, block_id, email, name, consent_text, consented_at, created_at)
    SELECT seller_id, page_id, ${idOf('bio block', '5')}, lower(u.email), concat_ws(' ', u.first_name, u.last_name),
      'The harbour kitchen may write to me.', now - k * interval '1 day', now - k * interval '1 day'
    FROM page, generate_series(1, least(5, others)) k JOIN LATERAL (
      SELECT email, first_name, last_name FROM account.users WHERE id = ${buyerOf('k')}
    ) u ON true ON CONFLICT DO NOTHING
  ), installed AS (${installed('biolinks', 'SELECT seller_id AS user_id FROM seller')}
  ) SELECT count(*)::int AS made FROM events`;
