import { createHash } from 'node:crypto';
import { blogPostPage, builtFile } from '@community-platform/pages';
import { inOrder, newCaller, post } from '../network/callers.mjs';
import { withoutIds } from '../network/comparable.mjs';

const APP = '/v1/apps/blog';
const PLAYERS = ['www.youtube-nocookie.com', 'youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com'];

export const name = 'blog-post';
export const path = `${APP}/public/{handle}/{slug}`;
export const comparable = withoutIds;

const PARAGRAPH =
  'The first loaf of winter needs **patience**, a [warm place](https://shop.example.com/) and rye flour. ';
const TEXT = Array.from({ length: 12 }, (_, n) => `## Part ${n}\n\n${PARAGRAPH.repeat(6)}`).join('\n\n');

/** A post of 1,200 words. */
export async function prepare(here) {
  const caller = await newCaller(here);
  const call = (action, body) => post(here, caller, `${APP}/${action}`, body);
  await post(here, caller, '/v1/apps/install', { slug: 'blog' });
  const handle = `bread-${caller.id.slice(-12)}`;
  await call('save-blog', { handle, title: 'Slow Baking', description: 'Notes on bread' });
  const made = (await call('create-post', { title: 'Rye in winter', body_markdown: TEXT, tags: ['rye', 'winter'] }))
    .post;
  await call('publish-post', { post_id: made.id });
  return { posts: inOrder(() => ({ path: `${APP}/public/${handle}/${made.slug}` })) };
}

export function bare(app, { query, base }) {
  const style = builtFile('blog/blog.css').trim();
  const policy =
    `default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data: https:; ` +
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; ` +
    `base-uri 'none'; frame-ancestors 'none'; frame-src ${PLAYERS.map((host) => `https://${host}`).join(' ')}`;
  app.get(`${APP}/public/:handle/:slug`, async (request, response) => {
    const [blog] = (await query('blog_served', request.params.handle.toLowerCase())).rows;
    if (!blog) return response.status(404).end();
    if (blog.blocked_at || !blog.owner_is_active) return response.status(410).end();
    const [domain] = (await query('domains_host_of', 'blog', blog.id)).rows;
    const [found] = (await query('blog_read', blog.id, request.params.slug)).rows;
    if (!found) return response.status(404).end();
    await query('pixels_attached', 'blog', blog.id);
    const whole = domain ? `https://${domain.host}` : `${base}${APP}/public/${blog.handle}`;
    const html = blogPostPage(...shown(blog, found, whole, style));
    const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`;
    response.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'public, max-age=0, s-maxage=60',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      ETag: tag,
    });
    if (request.headers['if-none-match'] === tag) return response.status(304).end();
    response.end(html);
  });
}

const MINUTES = { style: 'unit', unit: 'minute', unitDisplay: 'long' };
const formats = new Map();

function formatOf(Format, language, options) {
  const key = `${language} ${options.timeZone ?? options.unit}`;
  if (!formats.has(key)) formats.set(key, new Format(language, options));
  return formats.get(key);
}

/** The blog and the post, as the template takes them. */
function shown(blog, found, whole, style) {
  const { title, description, language, timezone, cover_url } = blog;
  const home = `${APP}/public/${blog.handle}`;
  const at = found.published_at;
  const summary = found.excerpt ?? found.summary;
  const about = found.seo_description ?? summary;
  const canonical = found.canonical_url ?? `${whole}/${found.slug}`;
  const author =
    (blog.settings?.show_author ?? true) && blog.author_name !== null
      ? { name: blog.author_name, picture: blog.author_avatar_url }
      : null;
  const frame = { title, description, language, direction: 'ltr', cover_url, home, style, head: '' };
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: found.title,
    description: about,
    url: canonical,
    mainEntityOfPage: canonical,
    inLanguage: language,
    ...(found.cover_url && { image: found.cover_url }),
    datePublished: at,
    dateModified: found.edited_at > at ? found.edited_at : at,
    wordCount: found.word_count,
    ...(found.tags.length && { keywords: found.tags.join(', ') }),
    ...(author && { author: { '@type': 'Person', name: author.name } }),
    isPartOf: { '@type': 'Blog', name: title, url: whole },
  };
  const values = {
    address: `${home}/${found.slug}`,
    title: found.title,
    summary,
    date: formatOf(Intl.DateTimeFormat, language, { dateStyle: 'long', timeZone: timezone }).format(at),
    datetime: at.toISOString(),
    minutes: formatOf(Intl.NumberFormat, language, MINUTES).format(found.reading_minutes),
    meta: {
      title: found.seo_title ?? found.title,
      description: about,
      canonical,
      kind: 'article',
      picture: found.cover_url ?? cover_url,
      index: !blog.noindex && !found.noindex && found.visibility === 'public',
      data,
    },
    html: found.body_html,
    cover_url: found.cover_url,
    cover_alt: found.cover_alt ?? '',
    author,
    tags: found.tags.map((tag) => ({ name: tag, address: `${home}/tag/${encodeURIComponent(tag)}` })),
    script: `${APP}/public/view.js`,
    view: `${APP}/public/view/${found.id}`,
  };
  return [frame, values];
}
