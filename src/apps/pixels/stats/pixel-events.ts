import type { DayTable, EventTable } from '../../../web-events/days/event-tables.js';

const figures = { events: 'count(*)', visitors: 'count(DISTINCT e.visitor_hash)' };

export const BY_DAY: DayTable = {
  table: 'ext_pixels.pixel_days',
  key: 'pixel_id',
  figures: { ...figures, proxied: 'count(*) FILTER (WHERE e.is_proxied)' },
};

export const BY_VALUE = {
  table: 'ext_pixels.pixel_day_values',
  key: 'pixel_id',
  figures,
  dimensions: {
    event: 'e.name',
    ref: 'e.ref',
    host: 'e.host',
    /** The attachment. Its id does not change if the target gets another name. */
    target: 'e.attachment_id',
    country: 'e.country',
    device: 'e.device',
  },
} satisfies DayTable;

export const PIXEL_EVENTS: EventTable = {
  name: 'pixels',
  table: 'ext_pixels.events',
  things: { table: 'ext_pixels.pixels', key: 'pixel_id' },
  state: 'ext_pixels.rollup_state',
  days: [BY_DAY, BY_VALUE],
  closed: { column: 'events_closed', figure: 'events' },
};
