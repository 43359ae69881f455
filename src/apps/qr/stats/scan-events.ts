import type { DayTable, EventTable } from '../../../web-events/days/event-tables.js';

const figures = { scans: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' };

export const BY_DAY: DayTable = { table: 'ext_qr.code_days', key: 'code_id', figures };

export const BY_VALUE = {
  table: 'ext_qr.code_day_values',
  key: 'code_id',
  figures,
  dimensions: {
    country: 'e.country',
    device: 'e.device',
    os: 'e.os',
    hour: `extract(hour FROM e.created_at AT TIME ZONE 'UTC')::int`,
  },
} satisfies DayTable;

export const SCANS: EventTable = {
  name: 'qr',
  table: 'ext_qr.scans',
  things: { table: 'ext_qr.codes', key: 'code_id' },
  state: 'ext_qr.rollup_state',
  days: [BY_DAY, BY_VALUE],
  closed: { column: 'scans_closed', figure: 'scans' },
};
