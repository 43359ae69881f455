import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { everyDay, mostFrequent } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { during } from '../../kernel/stats/figures.js';
import type { Post } from '../posts/post.entity.js';
import type { PostStatsView, ValueFigures } from './post-stats.views.js';
import { BY_BLOG, BY_DAY, BY_VALUE, VIEWS } from './post-views.js';

const MOST = 50;
const TOP = 5;

/** Views are found by their blog, `$4`. */
const OF_POST = {
  which: (of: string) => `${of === 'e' ? 'e.blog_id = $4 AND ' : ''}${of}.post_id = $1`,
  from: '$2',
  to: '$3',
};
const SERIES = sql('blog_series', everyDay(VIEWS, BY_DAY, OF_POST));
const VALUES = sql('blog_values', mostFrequent(VIEWS, BY_VALUE, { ...OF_POST, limit: '$5' }));

const OF_BLOG = { which: (of: string) => `${of}.blog_id = $1`, from: '$2', to: '$3' };
const BLOG_VALUES = sql('blog_values_of_blog', mostFrequent(VIEWS, BY_BLOG, { ...OF_BLOG, limit: '$4' }));
const TITLES = sql('blog_titles', 'SELECT id, title FROM ext_blog.posts WHERE id = ANY ($1::uuid[])');
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
    const sum = (figure: 'views' | 'visitors') => series.reduce((all, day) => all + day[figure], 0);
    return {
      views: sum('views'),
      visitors: sum('visitors'),
      series,
      referrers: valuesOf(values, 'referrer'),
      countries: valuesOf(values, 'country'),
      devices: valuesOf(values, 'device'),
    };
  }

  /** The sums of a blog, and its most frequent values. */
  async ofBlog(blogId: string, { from, to }: Days) {
    // One more, because the first may be all that is beyond those that are kept.
    const values = await this.rows<Counted>(BLOG_VALUES, blogId, from, to, TOP + 1);
    const [all = { views: 0, visitors: 0 }] = valuesOf(values, 'all');
    const posts = valuesOf(values, 'post').filter(({ value }) => value !== '(other)');
    return { ...all, posts: posts.slice(0, TOP), referrers: valuesOf(values, 'referrer').slice(0, TOP) };
  }

  async titlesOf(ids: string[]): Promise<Map<string, string>> {
    const rows = await this.rows<{ id: string; title: string }>(TITLES, ids);
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  countPosts(ownerId: string, { from, to }: Days): Promise<PostCounts> {
    return this.onlyOne<PostCounts>(COUNTS, ownerId, from, to);
  }
}

const valuesOf = (values: Counted[], wanted: string): ValueFigures[] =>
  values.flatMap(({ dimension, ...counted }) => (dimension === wanted ? [counted] : []));
