import type { DayTable, EventTable } from '../../../web-events/days/event-tables.js';

const figures = { clicks: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' };

export const BY_DAY: DayTable = { table: 'ext_shortlinks.link_days', key: 'link_id', figures };

export const BY_VALUE = {
  table: 'ext_shortlinks.link_day_values',
  key: 'link_id',
  figures,
  dimensions: {
    referrer: 'e.referrer_host',
    country: 'e.country',
    device: 'e.device',
    os: 'e.os',
    browser: 'e.browser',
    destination: `coalesce(e.rule_index::text, 'default')`,
  },
} satisfies DayTable;

export const CLICKS: EventTable = {
  name: 'shortlinks',
  table: 'ext_shortlinks.clicks',
  things: { table: 'ext_shortlinks.links', key: 'link_id' },
  state: 'ext_shortlinks.rollup_state',
  days: [BY_DAY, BY_VALUE],
  closed: { column: 'clicks_closed', figure: 'clicks' },
};
