import { idOf, installed, SELLERS } from '../selling/sellers.js';

/** Markdown and what the service draws of it, so that the seed needs no renderer. */
const TEXTS = `(VALUES
    (0, 'A loaf that keeps', 'a-loaf-that-keeps', 'published', interval '-40 days', '{bread,rye}'::text[],
      E'Rye keeps for **a week**.\\n\\n## What it needs\\n\\n- flour\\n- water\\n- time',
      E'<p>Rye keeps for <strong>a week</strong>.</p>\\n<h2 id="what-it-needs">What it needs</h2>\\n<ul>\\n<li>flour</li>\\n<li>water</li>\\n<li>time</li>\\n</ul>',
      'Rye keeps for a week. What it needs flour water time', 11),
    (1, 'The oven, and how to know it', 'the-oven', 'published', interval '-20 days', '{oven}',
      'Every oven is hotter on *one* side.', '<p>Every oven is hotter on <em>one</em> side.</p>',
      'Every oven is hotter on one side.', 7),
    (2, 'Flour in three prices', 'flour-in-three-prices', 'published', interval '-6 days', '{bread}',
      '> The cheap one is not bad.', E'<blockquote>\\n<p>The cheap one is not bad.</p>\\n</blockquote>',
      'The cheap one is not bad.', 6),
    (3, 'Next week: pretzels', 'next-week-pretzels', 'scheduled', interval '7 days', '{}',
      'Lye and salt.', '<p>Lye and salt.</p>', 'Lye and salt.', 3),
    (4, 'Notes on butter', 'notes-on-butter', 'draft', NULL, '{}', 'Cold.', '<p>Cold.</p>', 'Cold.', 1)
  ) texts (nth, title, slug, status, since, tags, body_markdown, body_html, summary, words)`;

const COUNTRIES = `(ARRAY['DE', 'FR', 'US', 'JP'])`;
const REFERRERS = `(ARRAY[NULL, 'search.example', 'news.example'])`;
const DEVICES = `(ARRAY['desktop', 'mobile', 'mobile'])`;

/** A blog of each seller with posts in every state, and the views of two weeks: a job counts them by day. */
export const BLOGS = `WITH ${SELLERS}, blog AS (
    INSERT INTO ext_blog.blogs (id, owner_id, handle, title, description, timezone, created_at)
    SELECT ${idOf('blog', '0')}, seller_id, 'demonstration-' || s, 'Slow baking ' || s, 'Bread, and what goes with it.',
      'Europe/Berlin', now - interval '60 days'
    FROM seller ON CONFLICT DO NOTHING RETURNING id
  ), written AS MATERIALIZED (
    SELECT seller.*, texts.*, ${idOf('blog', '0')} AS blog_id, ${idOf('blog post', 'nth')} AS post_id, now + since AS at
    FROM seller JOIN blog ON blog.id = ${idOf('blog', '0')}, ${TEXTS}
  ), posts AS (
    INSERT INTO ext_blog.posts (id, blog_id, owner_id, title, slug, status, body_markdown, body_html, renderer_version,
      summary, tags, word_count, reading_minutes, publish_at, published_at, edited_at, preview_token, created_at)
    SELECT post_id, blog_id, seller_id, title, slug, status, body_markdown, body_html, 1, summary, tags, words, 1,
      CASE status WHEN 'scheduled' THEN at END, CASE status WHEN 'published' THEN at END,
      now - interval '50 days', md5('preview ' || post_id), now - interval '50 days'
    FROM written RETURNING id
  ), revisions AS (
    INSERT INTO ext_blog.post_revisions (post_id, version, title, body_markdown, word_count, reason, created_at)
    SELECT post_id, 1, title, body_markdown, words, CASE status WHEN 'published' THEN 'publish' ELSE 'save' END,
      now - interval '50 days'
    FROM written
  ), views AS (
    INSERT INTO ext_blog.post_views (blog_id, post_id, visitor_hash, country, device, referrer_host, created_at)
    SELECT blog_id, post_id, decode(md5('reader ' || s || ' ' || n), 'hex'), ${COUNTRIES}[1 + n % 4], ${DEVICES}[1 + n % 3],
      ${REFERRERS}[1 + (n + nth) % 3], now - d * interval '1 day' - n * interval '40 minutes'
    FROM written, generate_series(0, 13) d, generate_series(0, 3 + (d + nth) % 4) n
    WHERE status = 'published' AND now - d * interval '1 day' - n * interval '40 minutes' > at
  ), installed AS (${installed('blog', 'SELECT seller_id AS user_id FROM written')}
  ) SELECT count(*)::int AS made FROM posts`;
