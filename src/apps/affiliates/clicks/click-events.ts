import type { DayTable, EventTable } from '../../../web-events/days/event-tables.js';

export const BY_DAY: DayTable = {
  table: 'ext_affiliates.click_days',
  key: 'affiliate_id',
  figures: { clicks: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' },
};

export const CLICKS: EventTable = {
  name: 'affiliates',
  table: 'ext_affiliates.clicks',
  things: { table: 'ext_affiliates.affiliates', key: 'affiliate_id' },
  state: 'ext_affiliates.rollup_state',
  days: [BY_DAY],
  closed: { column: 'clicks_count', figure: 'clicks' },
  // Clicks end by their own date, and those that conversions name stay: the job `affiliates.fold-clicks` deletes them.
  retentionDays: 36_500,
};
