import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OF_BLOG = 'blog_id IN (SELECT id FROM ext_blog.blogs WHERE owner_id = $1)';
const OF_POSTS = 'post_id IN (SELECT id FROM ext_blog.posts WHERE owner_id = $1)';

/** Figures of days, never single views. */
const TABLES: Record<string, string> = {
  blogs: 'owner_id = $1',
  blog_handles: OF_BLOG,
  posts: 'owner_id = $1',
  post_slugs: OF_POSTS,
  post_revisions: OF_POSTS,
  post_days: OF_POSTS,
  post_day_values: OF_POSTS,
  blog_day_values: OF_BLOG,
};

const STATEMENTS = exportStatements('blog', TABLES, { posts: `to_jsonb(t) - 'preview_token'` });

@AppProvider()
export class BlogExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
