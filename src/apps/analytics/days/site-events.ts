import type { EventTable } from '../../../web-events/days/event-tables.js';

/** The outer limit of an owner's retention: what no site claims any more is deleted after it too. */
export const MOST_RETENTION_DAYS = 180;

/** The days are counted by `SiteDaysRepository`, because visits are runs of events. */
export const SITE_EVENTS: EventTable = {
  name: 'analytics',
  table: 'ext_analytics.events',
  things: {
    table: 'ext_analytics.sites',
    key: 'site_id',
    local: {
      zone: 'timezone',
      through: 'rolled_through',
      changed: { before: 'timezone_before', at: 'timezone_changed_at' },
      settles: '5 minutes',
      batch: 50,
    },
  },
  days: [],
  retentionDays: MOST_RETENTION_DAYS,
};

/** When the events of a deleted site are deleted: other processes may record some for some seconds. */
export const DROP_AFTER_SECONDS = 30;
