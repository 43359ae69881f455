import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { closedThrough, midnight } from '../../../web-events/days/event-tables.js';
import { everyDay, figures, mostFrequent } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during, ofDimension, total } from '../../kernel/stats/figures.js';
import type { Post } from '../posts/post.entity.js';
import type { PostStatsView, ValueFigures } from './post-stats.views.js';
import { BY_BLOG, BY_DAY, BY_VALUE, VIEWS, VIEWS_BY_DAY } from './post-views.js';

const MOST = 50;
const TOP = 5;
/** So many may be the first ones; some of them may be deleted. */
const LIKELY = 20;

/** Views are found by their blog, `$4`. */
const OF_POST = {
  which: (of: string) => `${of === 'e' ? 'e.blog_id = $4 AND ' : ''}${of}.post_id = $1`,
  from: '$2',
  to: '$3',
};
const SERIES = sql('blog_series', everyDay(VIEWS, BY_DAY, OF_POST));
const VALUES = sql('blog_values', mostFrequent(VIEWS, BY_VALUE, { ...OF_POST, limit: '$5' }));

// `mostFrequent` of the open day would sort each view three times: 0.4 s for 25,000 of them. Here they are grouped once, by
// what all dimensions need.
const BLOG_VALUES = sql(
  'blog_values_of_blog',
  `WITH recent AS MATERIALIZED (
     SELECT e.post_id, e.referrer_host, (e.created_at AT TIME ZONE 'UTC')::date AS day, e.visitor_hash, count(*)::int AS views
     FROM ext_blog.post_views e
     WHERE e.blog_id = $1 AND e.created_at >= ${midnight(`greatest($2::date, ${closedThrough(VIEWS)} + 1)`)}
       AND e.created_at < ${midnight('$3::date + 1')}
     GROUP BY 1, 2, 3, 4
   ), by_post AS MATERIALIZED (
     SELECT s.post_id, sum(s.views)::int AS views, count(*)::int AS visitors FROM (
       SELECT post_id, day, visitor_hash, sum(views)::int AS views FROM recent GROUP BY 1, 2, 3
     ) s JOIN ext_blog.posts p ON p.id = s.post_id GROUP BY 1
   ), found AS (
     SELECT d.dimension, d.value, d.views, d.visitors FROM ${BY_BLOG.table} d
     WHERE d.blog_id = $1 AND d.dimension IN ('${Object.keys(BY_BLOG.dimensions).join(`', '`)}')
       AND d.day BETWEEN $2::date AND $3::date AND d.day <= ${closedThrough(VIEWS)} AND d.value <> '(other)'
     UNION ALL SELECT 'post', post_id::text, views, visitors FROM by_post
     UNION ALL SELECT 'all', '', sum(views)::int, sum(visitors)::int FROM by_post HAVING count(*) > 0
     UNION ALL SELECT 'referrer', referrer_host, sum(views)::int, count(*)::int FROM recent
       WHERE referrer_host IS NOT NULL AND post_id IN (SELECT post_id FROM by_post) GROUP BY 2
   )
   SELECT dimension, value, views, visitors FROM (
     SELECT dimension, value, sum(views)::int AS views, sum(visitors)::int AS visitors,
       row_number() OVER (PARTITION BY dimension ORDER BY sum(views) DESC, value) AS place
     FROM found GROUP BY 1, 2
   ) ranked WHERE place <= $4 ORDER BY dimension, place`,
);
// Of posts that are among the first of some days, the views of all days.
const OF_POSTS = { ...OF_POST, which: (of: string) => OF_POST.which(of).replace('= $1', '= ANY ($1::uuid[])') };
const TOP_POSTS = sql(
  'blog_top_posts',
  `SELECT p.id AS post_id, p.title, sum(f.views)::int AS views FROM (${figures(VIEWS, VIEWS_BY_DAY, OF_POSTS)}) f
   JOIN ext_blog.posts p ON p.id = f.post_id GROUP BY p.id ORDER BY views DESC, p.id LIMIT $5`,
);
const COUNTS = sql(
  'blog_counts',
  `SELECT count(*) FILTER (WHERE status = 'published')::int AS posts_published,
     count(*) FILTER (WHERE status = 'published' AND ${during('published_at')})::int AS posts_published_in_range,
     count(*) FILTER (WHERE status = 'draft')::int AS drafts,
     count(*) FILTER (WHERE status = 'scheduled')::int AS scheduled,
     coalesce(sum(word_count) FILTER (WHERE status = 'published'), 0)::int AS words_published
   FROM ext_blog.posts WHERE owner_id = $1`,
);

type Counted = ValueFigures & { dimension: string };

interface TopPost {
  post_id: string;
  title: string;
  views: number;
}

interface PostCounts {
  posts_published: number;
  posts_published_in_range: number;
  drafts: number;
  scheduled: number;
  words_published: number;
}

@AppProvider()
export class ViewFiguresRepository extends BaseRepository {
  async ofPost({ id, blog_id }: Post, { from, to }: Days): Promise<PostStatsView> {
    const [series, values] = await Promise.all([
      this.rows<PostStatsView['series'][number]>(SERIES, id, from, to, blog_id),
      this.rows<Counted>(VALUES, id, from, to, blog_id, MOST),
    ]);
    const of = ofDimension(values);
    return {
      views: total(series, 'views'),
      visitors: total(series, 'visitors'),
      series,
      referrers: of('referrer'),
      countries: of('country'),
      devices: of('device'),
    };
  }

  /** The sums of a blog, and its most frequent values. */
  async ofBlog(blogId: string, { from, to }: Days) {
    const of = ofDimension(await this.rows<Counted>(BLOG_VALUES, blogId, from, to, MOST));
    const [{ views, visitors } = { views: 0, visitors: 0 }] = of('all');
    const likely = of('post').slice(0, LIKELY);
    const posts = likely.map(({ value }) => value);
    return {
      views,
      visitors,
      top_posts: posts.length ? await this.rows<TopPost>(TOP_POSTS, posts, from, to, blogId, TOP) : [],
      top_referrers: of('referrer').slice(0, TOP),
    };
  }

  countPosts(ownerId: string, { from, to }: Days): Promise<PostCounts> {
    return this.onlyOne<PostCounts>(COUNTS, ownerId, from, to);
  }
}
