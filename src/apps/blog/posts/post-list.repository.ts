import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { openSince } from '../../../web-events/days/event-tables.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { containing, List } from '../../kernel/lists/list.js';
import { VIEWS } from '../views/post-views.js';
import type { Post } from './post.entity.js';

const PUBLISHED_AT = `coalesce(p.published_at, '-infinity'::timestamptz)`;

// The views of the open days are counted once for all posts of the page.
const OPEN_VIEWS = `(SELECT v.post_id, count(*) AS views FROM ext_blog.post_views v
  WHERE v.blog_id = $1 AND v.created_at >= ${openSince(VIEWS)} GROUP BY v.post_id)`;

const columnsOf = (names: string[]) => names.map((name) => `p.${name}`).join(', ');
const LISTED = columnsOf(
  `id blog_id owner_id title slug status visibility excerpt summary cover_url cover_alt tags canonical_url seo_title
   seo_description noindex is_pinned word_count reading_minutes version publish_at published_at edited_at trashed_at
   created_at updated_at`.split(/\s+/),
);

const OWN = new List({
  name: 'blog_own_posts',
  columns: `${LISTED}, (p.views_closed + coalesce(o.views, 0))::float8 AS views,
    p.status = 'published' AND (SELECT r.reason = 'autosave' FROM ext_blog.post_revisions r
      WHERE r.post_id = p.id ORDER BY r.version DESC LIMIT 1) AS has_pending`,
  from: `ext_blog.posts p LEFT JOIN ${OPEN_VIEWS} o ON o.post_id = p.id`,
  id: 'p.id',
  where: 'p.blog_id = $1',
  filters: {
    status: 'p.status = ?',
    untrashed: `p.status <> 'trashed'`,
    tag: 'p.tags @> ARRAY[?::text]',
    q: `(p.title ILIKE ? OR EXISTS (SELECT FROM unnest(p.tags) tag WHERE tag ILIKE ?))`,
  },
  sorts: {
    updated: { by: 'p.updated_at', type: 'timestamptz' },
    published: { by: PUBLISHED_AT, type: 'timestamptz' },
  },
});

/** What everybody may find. */
const PUBLIC = new List({
  name: 'blog_public_posts',
  columns: LISTED,
  from: 'ext_blog.posts p',
  id: 'p.id',
  where: `p.blog_id = $1 AND p.status = 'published' AND p.visibility = 'public'`,
  filters: { tag: 'p.tags @> ARRAY[?::text]' },
  sorts: { published: { by: PUBLISHED_AT, type: 'timestamptz' } },
});

export type PostSort = 'updated' | 'published';
export type ListedRow = Omit<
  Post,
  'body_markdown' | 'body_html' | 'renderer_version' | 'preview_token' | 'views_closed'
>;
type OwnRow = ListedRow & { views: number; has_pending: boolean };

interface Filters {
  status?: string;
  tag?: string;
  q?: string;
}

@AppProvider()
export class PostListRepository extends BaseRepository {
  /** Those in the trash only where they are asked for. */
  own(blogId: string, { status, tag, q }: Filters, sort: PostSort, query: PageQuery) {
    const untrashed = status === undefined ? true : undefined;
    const filters = { status, untrashed, tag, q: q === undefined ? undefined : containing(q) };
    return OWN.page<OwnRow>(this.database, { values: [blogId], filters, sort, query });
  }

  public(blogId: string, tag: string | undefined, query: PageQuery) {
    return PUBLIC.page<ListedRow>(this.database, { values: [blogId], filters: { tag }, sort: 'published', query });
  }
}
