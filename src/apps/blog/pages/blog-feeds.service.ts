import { escapeHtml } from '@community-platform/pages';
import { Feed } from 'feed';
import { notFound } from '../../../platform/http/refusal.js';
import { urlOf } from '../../../platform/urls.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { fileAnswer, jsonAnswer, NO_INDEX, type PublicAnswer } from '../../kernel/pages/public-answers.js';
import type { Blog } from '../blogs/blog.entity.js';
import { settingsOf } from '../blogs/blog.repository.js';
import type { Post } from '../posts/post.entity.js';
import { type ListedRow, PostListRepository } from '../posts/post-list.repository.js';
import { excerptOf, isIndexed, latest } from './page-values.js';
import { type FeedRow, ReaderRepository } from './reader.repository.js';
import type { Reading } from './served-blog.js';

const jsonOptions = (index: boolean) => ({
  cache: 'public, max-age=60',
  etag: true,
  headers: index ? undefined : NO_INDEX,
});

/** What programs read of a blog. */
@AppProvider()
export class BlogFeedsService {
  constructor(
    private readonly posts: ReaderRepository,
    private readonly lists: PostListRepository,
  ) {}

  async rss({ blog, home }: Reading, since: string | undefined): Promise<PublicAnswer> {
    const changed = await this.posts.changedAt(blog.id);
    const modified = secondAfter(changed && changed > blog.updated_at ? changed : blog.updated_at);
    // A time to come, which HTTP forbids, would also hide what else changes in this second.
    const headers = { 'Last-Modified': new Date(Math.min(modified.getTime(), Date.now())).toUTCString() };
    const cache = 'public, max-age=300';
    // A reader that sends an ETag beside is answered by that.
    if (since !== undefined && Date.parse(since) >= modified.getTime())
      return { status: 304, headers: { ...headers, 'Cache-Control': cache } };
    const body = feedOf(blog, home, await this.posts.feed(blog.id, settingsOf(blog).feed_full_text));
    return fileAnswer('application/rss+xml; charset=utf-8', body, { cache, etag: true, headers });
  }

  async sitemap({ blog, home }: Reading): Promise<PublicAnswer> {
    const posts = blog.noindex ? [] : await this.posts.sitemap(blog.id);
    const urls = posts.map(
      ({ slug, changed_at }) =>
        `<url><loc>${escapeHtml(`${home}/${slug}`)}</loc><lastmod>${changed_at.toISOString()}</lastmod></url>`,
    );
    const first = blog.noindex ? '' : `<url><loc>${escapeHtml(home)}</loc></url>\n`;
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${first}${urls.join('\n')}
</urlset>
`;
    return fileAnswer('application/xml; charset=utf-8', body, { cache: 'public, max-age=3600', etag: true });
  }

  /** Search engines ask for it at the root of a host. */
  robots({ home }: Reading): PublicAnswer {
    const body = `User-agent: *\nAllow: /\n\nSitemap: ${home}/sitemap.xml\n`;
    return fileAnswer('text/plain; charset=utf-8', body, { cache: 'public, max-age=3600' });
  }

  async list({ blog, home, query }: Reading): Promise<PublicAnswer> {
    const tag = query.get('tag') || undefined;
    const page = { cursor: query.get('cursor') || undefined, limit: query.get('limit') || undefined };
    const { rows, next_cursor } = await this.lists.public(blog.id, tag, page);
    return jsonAnswer(
      { blog: shownBlog(blog, home), posts: rows.map((row) => shownPost(row, home)), next_cursor },
      jsonOptions(!blog.noindex),
    );
  }

  async one({ blog, home }: Reading, slug: string): Promise<PublicAnswer> {
    const post = await this.posts.bySlug(blog.id, slug);
    if (!post) throw notFound('Post');
    const shown = { ...shownPost(post, home), body_html: post.body_html };
    return jsonAnswer({ post: shown }, jsonOptions(isIndexed(blog, post)));
  }
}

const SECOND_MS = 1000;
/** Headers have no milliseconds: what was changed within a second is older than its end only. */
const secondAfter = (moment: Date) => new Date(Math.ceil(moment.getTime() / SECOND_MS) * SECOND_MS);

const shownBlog = ({ handle, title, description, language, cover_url }: Blog, url: string) => ({
  handle,
  title,
  description,
  language,
  cover_url,
  url,
});

const shownPost = (post: ListedRow | Post, home: string) => ({
  id: post.id,
  slug: post.slug,
  title: post.title,
  excerpt: excerptOf(post),
  cover_url: post.cover_url,
  cover_alt: post.cover_alt,
  tags: post.tags,
  canonical_url: post.canonical_url,
  is_pinned: post.is_pinned,
  word_count: post.word_count,
  reading_minutes: post.reading_minutes,
  published_at: post.published_at,
  edited_at: post.edited_at,
  url: `${home}/${post.slug}`,
});

function feedOf(blog: Blog, home: string, posts: FeedRow[]): string {
  const dates = posts.map((post) => latest(post)?.getTime() ?? 0);
  const feed = new Feed({
    id: home,
    link: home,
    title: xmlText(blog.title),
    description: xmlText(blog.description ?? ''),
    language: blog.language,
    feedLinks: { rss: `${home}/rss.xml` },
    updated: new Date(Math.max(blog.created_at.getTime(), ...dates)),
    copyright: '',
    generator: 'Community platform',
  });
  for (const post of posts) {
    const link = `${home}/${post.slug}`;
    const date = post.published_at as Date;
    feed.addItem({
      id: post.id,
      link,
      date,
      title: cdata(post.title),
      description: cdata(excerptOf(post)),
      content: post.body_html && cdata(withWholeAddresses(post.body_html, link)),
      category: post.tags.map((name) => ({ name: xmlText(name) })),
    });
  }
  return feed.rss2();
}

/** XML knows no control characters but those of white space. */
const xmlText = (text: string) => text.toWellFormed().replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
/** The library ends a section at the second of these, and what follows would be XML. */
const cdata = (text: string) => xmlText(text).replaceAll(']]>', ']] >');

/** In a feed there is no page that addresses could begin at. The HTML was sanitised, so it is written in one way. */
const withWholeAddresses = (html: string, page: string) =>
  html.replace(/ (href|src)="(?![a-z][a-z0-9+.-]*:)([^"]*)"/gi, (whole, name: string, address: string) => {
    // Of the sanitised text only `&` and quotes are written as entities.
    const plain = address.replaceAll('&quot;', '%22').replaceAll('&amp;', '&');
    const url = urlOf(plain, page);
    return url ? ` ${name}="${escapeHtml(url.href)}"` : whole;
  });
