import type { DayTable, EventTable } from '../../../web-events/days/event-tables.js';

const VISITORS = 'count(DISTINCT e.visitor_hash)';

/** Who clicked has visited the page, even if its view was not counted. */
export const BY_DAY: DayTable = {
  table: 'ext_biolinks.page_days',
  key: 'page_id',
  figures: {
    views: 'count(*) FILTER (WHERE e.block_id IS NULL)',
    visitors: VISITORS,
    clicks: 'count(e.block_id)',
    clickers: `${VISITORS} FILTER (WHERE e.block_id IS NOT NULL)`,
  },
};

export const BY_BLOCK: DayTable = {
  table: 'ext_biolinks.block_days',
  key: 'block_id',
  also: ['page_id'],
  where: 'e.block_id IS NOT NULL',
  figures: { clicks: 'count(*)', visitors: VISITORS },
};

/** The clicks alone. */
export const CLICKS_BY_BLOCK: DayTable = { ...BY_BLOCK, figures: { clicks: 'count(*)' } };

/** Of views alone: a click has the referrer of its view. */
export const BY_VALUE: DayTable = {
  table: 'ext_biolinks.page_day_values',
  key: 'page_id',
  where: 'e.block_id IS NULL',
  figures: { views: 'count(*)', visitors: VISITORS },
  dimensions: { referrer: 'e.referrer_host', country: 'e.country', device: 'e.device' },
};

export const EVENTS: EventTable = {
  name: 'biolinks',
  table: 'ext_biolinks.events',
  things: { table: 'ext_biolinks.pages', key: 'page_id', countedFrom: 'counted_from' },
  state: 'ext_biolinks.rollup_state',
  days: [BY_DAY, BY_BLOCK, BY_VALUE],
};
