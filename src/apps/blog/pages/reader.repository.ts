import { EntityRepository } from '../../../platform/database/entity.repository.js';
import type { PostView } from '../views/view.entity.js';
import { EventCollector } from '../../../web-events/event-collector.js';
import { keyed, sql } from '../../../platform/database/sql.js';
import type { Visit } from '../../../web-events/visits/visit.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Post } from '../posts/post.entity.js';

const PUBLIC = `blog_id = $1 AND status = 'published' AND visibility = 'public'`;
const LISTED = 'id, slug, title, excerpt, summary, published_at, reading_minutes';
const paged = (where: string) => `SELECT ${LISTED} FROM ext_blog.posts WHERE ${PUBLIC} ${where}
  ORDER BY is_pinned DESC, published_at DESC, id DESC LIMIT $2 OFFSET $3`;

const BY_SLUG = keyed(
  'blog_read',
  `SELECT * FROM ext_blog.posts WHERE blog_id = $1 AND slug = $2 AND status = 'published'`,
  'uuid',
  'text',
);
const MOVED = sql(
  'blog_moved_slug',
  `SELECT p.slug FROM ext_blog.post_slugs s JOIN ext_blog.posts p ON p.id = s.post_id
   WHERE s.blog_id = $1 AND s.slug = $2 AND p.status = 'published'`,
);
const INDEX = sql('blog_index', paged(''));
const WITH_TAG = sql('blog_with_tag', paged('AND tags @> ARRAY[$4::text]'));
const FEED = sql(
  'blog_feed',
  `SELECT ${LISTED}, tags, edited_at, CASE WHEN $2 THEN body_html ELSE '' END AS body_html
   FROM ext_blog.posts WHERE ${PUBLIC} ORDER BY published_at DESC, id DESC LIMIT 20`,
);
const SITEMAP = sql(
  'blog_sitemap',
  `SELECT slug, greatest(published_at, edited_at) AS changed_at FROM ext_blog.posts
   WHERE ${PUBLIC} AND NOT noindex ORDER BY published_at DESC LIMIT 5000`,
);
const CHANGED_AT = sql('blog_changed_at', 'SELECT max(updated_at) AS at FROM ext_blog.posts WHERE blog_id = $1');
const VIEWED = keyed(
  'blog_viewed',
  `SELECT p.blog_id FROM ext_blog.posts p
   JOIN ext_blog.blogs b ON b.id = p.blog_id JOIN account.users u ON u.id = b.owner_id
   WHERE p.id = $1 AND p.status = 'published' AND b.blocked_at IS NULL AND u.user_status = 'active'`,
  'uuid',
);
const VIEWS = new EventCollector<PostView>('blog_view', 'ext_blog.post_views', {
  blog_id: 'uuid',
  post_id: 'uuid',
  referrer_host: 'text',
});

export type ReadCard = Pick<Post, 'id' | 'slug' | 'title' | 'excerpt' | 'summary' | 'published_at' | 'reading_minutes'>;
export type FeedRow = ReadCard & Pick<Post, 'tags' | 'edited_at' | 'body_html'>;

interface Wanted {
  tag?: string;
  /** How many, and after how many. */
  limit: number;
  offset: number;
}

/** What readers of a blog see. */
@AppProvider()
export class ReaderRepository extends EntityRepository<Post> {
  protected readonly entity = Post;

  bySlug(blogId: string, slug: string): Promise<Post | undefined> {
    return this.quick<Post>(BY_SLUG, blogId, slug);
  }

  /** The slug of the post that was public under this one. */
  async movedTo(blogId: string, slug: string): Promise<string | undefined> {
    return (await this.one<{ slug: string }>(MOVED, blogId, slug))?.slug;
  }

  /** The pinned ones first, then the newest. */
  list(blogId: string, { tag, limit, offset }: Wanted): Promise<ReadCard[]> {
    return tag === undefined
      ? this.rows<ReadCard>(INDEX, blogId, limit, offset)
      : this.rows<ReadCard>(WITH_TAG, blogId, limit, offset, tag);
  }

  feed(blogId: string, withText: boolean): Promise<FeedRow[]> {
    return this.rows<FeedRow>(FEED, blogId, withText);
  }

  sitemap(blogId: string): Promise<{ slug: string; changed_at: Date }[]> {
    return this.rows<{ slug: string; changed_at: Date }>(SITEMAP, blogId);
  }

  /** When anything of the blog's posts has changed last; what is no longer public has changed too. */
  async changedAt(blogId: string): Promise<Date | null> {
    return (await this.onlyOne<{ at: Date | null }>(CHANGED_AT, blogId)).at;
  }

  /** The blog of a post that anybody may read. */
  async blogOfViewed(postId: string): Promise<string | undefined> {
    return (await this.quick<{ blog_id: string }>(VIEWED, postId))?.blog_id;
  }

  addView(blog_id: string, post_id: string, visit: Visit): void {
    const { visitor_hash, country, device, referrer_host } = visit;
    this.database.gather(VIEWS, { blog_id, post_id, visitor_hash, country, device, referrer_host });
  }
}
