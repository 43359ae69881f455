import type { DayTable, EventTable } from '../../../web-events/days/event-tables.js';

const figures = { views: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' };

export const BY_DAY: DayTable = { table: 'ext_blog.post_days', key: 'post_id', also: ['blog_id'], figures };
/** The views alone. */
export const VIEWS_BY_DAY: DayTable = { ...BY_DAY, figures: { views: figures.views } };

export const BY_VALUE = {
  table: 'ext_blog.post_day_values',
  key: 'post_id',
  figures,
  dimensions: { referrer: 'e.referrer_host', country: 'e.country', device: 'e.device' },
} satisfies DayTable;

/** Visitors are those of each post, added up, as in the days of the posts. */
export const BY_BLOG = {
  table: 'ext_blog.blog_day_values',
  key: 'blog_id',
  figures: { views: 'count(*)', visitors: 'count(DISTINCT (e.post_id, e.visitor_hash))' },
  dimensions: { all: `''`, post: 'e.post_id', referrer: 'e.referrer_host' },
  // Only the first five of a range are shown.
  most: 50,
} satisfies DayTable;

export const VIEWS: EventTable = {
  name: 'blog',
  table: 'ext_blog.post_views',
  things: { table: 'ext_blog.posts', key: 'post_id' },
  // One index serves the figures of a blog and of a post.
  indexed: 'blog_id',
  state: 'ext_blog.rollup_state',
  days: [BY_DAY, BY_VALUE, BY_BLOG],
  closed: { column: 'views_closed', figure: 'views' },
};
