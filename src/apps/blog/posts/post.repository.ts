import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Post } from './post.entity.js';
import { changedElsewhere } from './post-refusals.js';
import { RESERVED_SLUGS } from './slugs.js';

// A slug that is not free gets the first number that is.
const FREE_SLUG = sql(
  'blog_free_slug',
  `SELECT slug FROM (SELECT 1 AS n, $2::text AS slug UNION ALL
     SELECT n, $2 || '-' || n FROM generate_series(2, 5002) n) wanted
   WHERE slug <> ALL ($4::text[])
     AND NOT EXISTS (SELECT FROM ext_blog.posts p WHERE p.blog_id = $1 AND p.slug = wanted.slug AND p.id IS DISTINCT FROM $3::uuid)
   ORDER BY n LIMIT 1`,
);
const RETIRE_SLUG = sql(
  'blog_retire_slug',
  `INSERT INTO ext_blog.post_slugs (blog_id, slug, post_id) VALUES ($1, $2, $3)
   ON CONFLICT (blog_id, slug) DO UPDATE SET post_id = excluded.post_id`,
);
const FREE_REDIRECT = sql('blog_free_redirect', 'DELETE FROM ext_blog.post_slugs WHERE blog_id = $1 AND slug = $2');

/** The revision that has the text of the post was published, also where a later one was only saved by itself. */
const goingLive = (due: string, times: string) => `WITH due AS (
    SELECT id FROM ext_blog.posts WHERE ${due} FOR UPDATE SKIP LOCKED
  ), live AS (
    UPDATE ext_blog.posts p SET status = 'published', ${times}, updated_at = now()
    FROM due WHERE p.id = due.id RETURNING p.*
  ), shown AS (
    SELECT r.id FROM live CROSS JOIN LATERAL (
      SELECT id FROM ext_blog.post_revisions r
      WHERE r.post_id = live.id AND r.title = live.title AND r.body_markdown = live.body_markdown
        AND r.excerpt IS NOT DISTINCT FROM live.excerpt
      ORDER BY r.version DESC LIMIT 1) r
  ), marked AS (
    UPDATE ext_blog.post_revisions r SET reason = 'publish' FROM shown WHERE r.id = shown.id
  ), freed AS (
    DELETE FROM ext_blog.post_slugs s USING live WHERE s.blog_id = live.blog_id AND s.slug = live.slug
  )
  SELECT live.* FROM live`;
const GO_LIVE = sql('blog_go_live', goingLive('id = $1', 'published_at = $2::timestamptz, publish_at = NULL'));
const PUBLISH_DUE = sql(
  'blog_publish_due',
  goingLive(`status = 'scheduled' AND publish_at <= now() ORDER BY publish_at LIMIT $1`, 'published_at = p.publish_at'),
);

@AppProvider()
export class PostRepository extends EntityRepository<Post> {
  protected readonly entity = Post;

  isSlugUsed(blog_id: string, slug: string): Promise<boolean> {
    return this.exists({ blog_id, slug });
  }

  /** The slug, or with a number where another post of the blog has it. The blog is locked. */
  async freeSlug(blogId: string, slug: string, postId: string | null): Promise<string> {
    if (!RESERVED_SLUGS.includes(slug) && !(await this.isSlugUsed(blogId, slug))) return slug;
    return (await this.onlyOne<{ slug: string }>(FREE_SLUG, blogId, slug, postId, RESERVED_SLUGS)).slug;
  }

  /** An edit: the version rises, unless somebody has changed the post since. */
  async edit({ id, version }: Post, changes: Values<Post>): Promise<Post> {
    const changed = await this.updateOne({ id, version }, { ...changes, version: version + 1, updated_at: NOW });
    if (!changed) throw changedElsewhere(await this.the({ id }, 'Post'));
    return changed;
  }

  /** No edit: an editor that is open stays valid. */
  async change(id: string, changes: Values<Post>): Promise<Post> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Post;
  }

  async goLive(id: string, publishedAt: Date): Promise<Post> {
    const [post] = await this.converted<Post>(GO_LIVE, id, publishedAt);
    return post as Post;
  }

  /** Makes so many scheduled posts public whose time has come; how many there were. */
  async publishDue(limit: number): Promise<number> {
    return (await this.rows(PUBLISH_DUE, limit)).length;
  }

  /** The old slug of a post that was public leads to it from now on. */
  async retireSlug({ id, blog_id, slug }: Post): Promise<void> {
    await this.count(RETIRE_SLUG, blog_id, slug, id);
  }

  /** A redirect goes where a public post has its slug. */
  async freeRedirect(blogId: string, slug: string): Promise<void> {
    await this.count(FREE_REDIRECT, blogId, slug);
  }
}
