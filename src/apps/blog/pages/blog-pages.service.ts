import { createHash, timingSafeEqual } from 'node:crypto';
import { blogListPage, blogPostPage, builtFile } from '@community-platform/pages';
import { isUuid } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PLAYER_HOSTS } from '../../kernel/pages/article.js';
import { ArticlesService } from '../../kernel/pages/articles.service.js';
import { NO_STORE, pageAnswer, type PublicAnswer, redirectAnswer } from '../../kernel/pages/public-answers.js';
import { settingsOf } from '../blogs/blog.repository.js';
import type { Post } from '../posts/post.entity.js';
import { RevisionRepository } from '../revisions/revision.repository.js';
import { cardOf, frameOf, isIndexed, listMeta, postMeta } from './page-values.js';
import { NO_SCRIPTS, type PageScripts, PageScriptsService } from './page-scripts.service.js';
import { ReaderRepository } from './reader.repository.js';
import type { Reading } from './served-blog.js';

const STYLE = builtFile('blog/blog.css').trim();
const CACHE = 'public, max-age=0, s-maxage=60';
/** Beyond this page nobody goes by hand; 5,000 posts have as many pages of five. */
const LAST_PAGE = 1000;
/** The one style is in the page, pictures and players are of other hosts. */
const SOURCES = {
  'style-src': `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src': 'https:',
  'frame-src': PLAYER_HOSTS.map((host) => `https://${host}`).join(' '),
};
const HEADERS = { 'Referrer-Policy': 'strict-origin-when-cross-origin' };

interface Shown {
  canCount: boolean;
  index: boolean;
}

/** The pages of a blog. Undefined: there is no such page. */
@AppProvider()
export class BlogPagesService {
  constructor(
    private readonly posts: ReaderRepository,
    private readonly revisions: RevisionRepository,
    private readonly articles: ArticlesService,
    private readonly scripts: PageScriptsService,
  ) {}

  /** The index, or the posts with a tag. */
  async list(reading: Reading, tag?: string): Promise<PublicAnswer | undefined> {
    const { blog, place, home, query } = reading;
    const number = pageNumber(query.get('page'));
    if (number === undefined) return undefined;
    const { posts_per_page: size } = settingsOf(blog);
    const found = await this.posts.list(blog.id, { tag, limit: size + 1, offset: (number - 1) * size });
    if (!found.length && (tag !== undefined || number > 1)) return undefined;
    const scripts = await this.scripts.of(reading);
    const path = tag === undefined ? '' : `/tag/${encodeURIComponent(tag)}`;
    const addressOf = (page: number) => (place.home + path || '/') + (page > 1 ? `?page=${page}` : '');
    const body = blogListPage(frameOf(blog, place, STYLE, scripts.html), {
      meta: listMeta(blog, home + path + (number > 1 ? `?page=${number}` : ''), { tag, number, home }),
      heading: tag ?? (number > 1 ? `Page ${number}` : null),
      posts: found.slice(0, size).map((post) => cardOf(post, blog, place.home)),
      newer: number > 1 ? addressOf(number - 1) : null,
      older: found.length > size ? addressOf(number + 1) : null,
    });
    return publicPage(body, scripts, !blog.noindex);
  }

  async post(reading: Reading, slug: string): Promise<PublicAnswer | undefined> {
    const { blog, place } = reading;
    const post = await this.posts.bySlug(blog.id, slug);
    if (post) {
      const index = isIndexed(blog, post);
      const { body, scripts } = await this.pageOf(reading, post, { canCount: true, index });
      return publicPage(body, scripts, index);
    }
    const moved = await this.posts.movedTo(blog.id, slug);
    return moved === undefined ? undefined : movedAnswer(`${place.home}/${moved}`);
  }

  /** The newest revision, whatever the state of the post is. */
  async preview(reading: Reading, postId: string): Promise<PublicAnswer | undefined> {
    const { blog, query } = reading;
    const post = isUuid(postId) ? await this.posts.findOne({ id: postId, blog_id: blog.id }) : undefined;
    if (!post || !isSame(query.get('token') ?? '', post.preview_token)) return undefined;
    const { title, body_markdown, excerpt } = (await this.revisions.newestOf(post.id)) ?? post;
    const { html } = await this.articles.render(body_markdown);
    const shown = { ...post, title, excerpt, body_html: html };
    const { body } = await this.pageOf(reading, shown, { canCount: false, index: false });
    return pageAnswer(body, { cache: NO_STORE, headers: HEADERS, sources: SOURCES });
  }

  private async pageOf(reading: Reading, post: Post, { canCount, index }: Shown) {
    const { blog, place, home } = reading;
    // What is not counted tells nobody about itself.
    const scripts = canCount ? await this.scripts.of(reading) : NO_SCRIPTS;
    const author =
      settingsOf(blog).show_author && blog.author_name !== null
        ? { name: blog.author_name, picture: blog.author_avatar_url }
        : null;
    const surface = `${place.apps}/blog/public`;
    const body = blogPostPage(frameOf(blog, place, STYLE, scripts.html), {
      ...cardOf(post, blog, place.home),
      meta: postMeta(blog, post, { home, author, index }),
      html: post.body_html,
      cover_url: post.cover_url,
      cover_alt: post.cover_alt ?? '',
      author,
      tags: post.tags.map((name) => ({ name, address: `${place.home}/tag/${encodeURIComponent(name)}` })),
      script: `${surface}/view.js`,
      view: canCount ? `${surface}/view/${post.id}` : null,
    });
    return { body, scripts };
  }
}

const publicPage = (body: string, { hosts, headers }: PageScripts, index: boolean): PublicAnswer =>
  pageAnswer(body, { cache: CACHE, etag: true, headers: { ...HEADERS, ...headers }, sources: SOURCES, index, hosts });

export const movedAnswer = (address: string) => redirectAnswer(address, { status: 301, cache: 'public, max-age=300' });

/** Undefined where it is no number of a page. */
function pageNumber(given: string | null): number | undefined {
  if (given === null) return 1;
  return /^[1-9]\d{0,3}$/.test(given) && Number(given) <= LAST_PAGE ? Number(given) : undefined;
}

const isSame = (given: string, token: string) =>
  given.length === token.length &&
  timingSafeEqual(Buffer.from(given.padEnd(64)).subarray(0, 64), Buffer.from(token.padEnd(64)));
