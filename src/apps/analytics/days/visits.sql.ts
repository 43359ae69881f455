import { closedThrough, dayOf, startOf } from '../../../web-events/days/event-tables.js';
import type { Dimension } from '../entities/site-event.entity.js';
import { SITE_EVENTS } from './site-events.js';

const PAGEVIEW = `name = 'pageview'`;
/** Events of a visitor with a longer gap are two visits. */
const GAP = `interval '30 minutes'`;
const VISITOR = 'site_id, visitor_hash';
const SOURCES = ['referrer_host', 'utm_source', 'utm_medium', 'utm_campaign'];
/** A visitor has the same all day. */
const CLIENT = ['country', 'device', 'os', 'browser'];

/** The column of each dimension, except for pages and events. */
const COLUMNS: Record<Exclude<Dimension, 'page' | 'event'>, string> = {
  entry_page: 'entry_page',
  exit_page: 'exit_page',
  referrer: 'referrer_host',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  country: 'country',
  device: 'device',
  os: 'os',
  browser: 'browser',
};

const list = (names: string[], of = '') => names.map((name) => of + name).join(', ');
const most = (names: string[]) => names.map((name) => `max(${name}) AS ${name}`).join(', ');
const dimensionsIn = (columns: string[], of: string) =>
  `(VALUES ${Object.entries(COLUMNS)
    .flatMap(([dimension, column]) => (columns.includes(column) ? [`('${dimension}', ${of}.${column}::text)`] : []))
    .join(', ')}) v (dimension, value)`;

interface Events {
  /** A condition on the event `e`, and on its site `r` if `ofSite` is true. */
  where: string;
  /** The local day of the event. */
  day: string;
  ofSite?: boolean;
}

/** The events from day `$2` to day `$3` whose days are open, of what the condition finds. Closed days are in the day tables. */
export const openEvents = (which: string): Events => ({
  where: `${which} AND e.created_at >= ${startOf(SITE_EVENTS, `greatest($2::date, ${closedThrough(SITE_EVENTS)} + 1)`)}
    AND e.created_at < ${startOf(SITE_EVENTS, '($3::date + 1)')}`,
  day: dayOf(SITE_EVENTS, 'e.created_at'),
});

/** Each event with its day, and with what a goal compares: the path of a page view, or the name. */
export const eventsOf = ({ where, day, ofSite = true }: Events) => `
  SELECT e.site_id, ${day} AS day, e.visitor_hash, e.id, e.created_at, e.name, e.path, ${list([...CLIENT, ...SOURCES], 'e.')},
    CASE WHEN e.${PAGEVIEW} THEN 'page' ELSE 'event' END AS kind, CASE WHEN e.${PAGEVIEW} THEN e.path ELSE e.name END AS met
  FROM ext_analytics.events e ${ofSite ? 'JOIN ext_analytics.sites r ON r.id = e.site_id' : ''} WHERE ${where}`;

/**
 * Each event with the number of its visit, and of its touch: the part of a visit from an event that names a source to the
 * next one that does. No hash occurs on two days, so a visitor need not be parted by days.
 */
const inVisits = (of: Events) => `
  SELECT b.*, count(*) FILTER (WHERE begins) OVER run AS visit,
    count(*) FILTER (WHERE begins OR num_nonnulls(${list(SOURCES)}) > 0) OVER run AS touch,
    lead(begins) OVER run IS NOT FALSE AS ends
  FROM (
    SELECT h.*, day IS DISTINCT FROM lag(day) OVER run AS opens_day,
      day IS DISTINCT FROM lag(day) OVER run OR created_at - lag(created_at) OVER run >= ${GAP} AS begins
    FROM (${eventsOf(of)}) h WINDOW run AS (PARTITION BY ${VISITOR} ORDER BY created_at, id)
  ) b WINDOW run AS (PARTITION BY ${VISITOR} ORDER BY created_at, id)`;

/**
 * The visits of a visitor as bits of two numbers. A day has at most 100 of them: 50 hours, where the zone changes from one
 * end of the world to the other.
 */
const VISIT_BITS = `CASE WHEN visit <= 64 THEN 1::bigint << (visit - 1)::int END AS visits,
  CASE WHEN visit > 64 THEN 1::bigint << (visit - 65)::int END AS later_visits`;

/**
 * The common table expressions from which the figures of days are read, each event once:
 * - `hit`: the events with their visits;
 * - `touch` and `visit`: the parts of visits, and visits;
 * - `seen`: what each visitor did with each page, event, source, and page of entry and exit.
 * Where each of them is read once, `AS NOT MATERIALIZED` lets PostgreSQL leave out the columns that nobody reads.
 */
export const figuresOf = (of: Events, as: 'AS MATERIALIZED' | 'AS NOT MATERIALIZED' = 'AS MATERIALIZED') => `
  hit ${as} (${inVisits(of)}),
  touch ${as} (
    SELECT site_id, day, visitor_hash, visit, touch, ${most([...SOURCES, ...CLIENT])},
      max(path) FILTER (WHERE begins) AS entry_page, max(path) FILTER (WHERE ends) AS exit_page,
      min(created_at) AS since, max(created_at) AS until,
      count(*)::int AS hits, (count(*) FILTER (WHERE ${PAGEVIEW}))::int AS pageviews, bool_or(opens_day) AS opens_day
    FROM hit GROUP BY site_id, day, visitor_hash, visit, touch
  ), visit ${as} (
    SELECT site_id, day, visitor_hash, visit, ${most(CLIENT)}, max(entry_page) AS entry_page, max(exit_page) AS exit_page,
      sum(hits)::int AS hits, sum(pageviews)::int AS pageviews, sum(hits) = 1 AND sum(pageviews) = 1 AS bounced,
      bool_or(opens_day) AS opens_day, extract(epoch FROM max(until) - min(since))::int AS seconds
    FROM touch GROUP BY site_id, day, visitor_hash, visit
  ), seen ${as} (
    SELECT site_id, day, dimension, value, visitor_hash, sum(pageviews)::int AS pageviews, bit_or(visits) AS visits,
      bit_or(later_visits) AS later_visits
    FROM (
      SELECT site_id, day, visitor_hash, kind AS dimension, met AS value, 1 AS pageviews, ${VISIT_BITS} FROM hit
      UNION ALL
      SELECT site_id, day, visitor_hash, v.dimension, v.value, pageviews, ${VISIT_BITS}
      FROM visit CROSS JOIN LATERAL ${dimensionsIn(['entry_page', 'exit_page'], 'visit')}
      UNION ALL
      SELECT site_id, day, visitor_hash, v.dimension, v.value, pageviews, ${VISIT_BITS}
      FROM touch CROSS JOIN LATERAL ${dimensionsIn(SOURCES, 'touch')} WHERE v.value IS NOT NULL
    ) each GROUP BY site_id, day, dimension, value, visitor_hash
  )`;

/** The totals of each site and day. */
export const DAY_TOTALS = `SELECT site_id, day, sum(pageviews)::int AS pageviews,
    (count(*) FILTER (WHERE opens_day))::int AS visitors, count(*)::int AS visits,
    (count(*) FILTER (WHERE bounced))::int AS bounces, (sum(hits) - sum(pageviews))::int AS events, sum(seconds)::bigint AS visit_seconds
  FROM visit GROUP BY site_id, day`;

/** The figures of each value; of an event, `pageviews` is how often it happened. */
export const DAY_VALUES = `SELECT site_id, day, dimension, value, sum(pageviews)::int AS pageviews, count(*)::int AS visitors,
    sum(coalesce(bit_count(visits::bit(64)), 0) + coalesce(bit_count(later_visits::bit(64)), 0))::int AS visits
  FROM seen GROUP BY site_id, day, dimension, value
  UNION ALL
  SELECT site_id, day, v.dimension, v.value, sum(pageviews)::int, count(*)::int, sum(visits)::int FROM (
    SELECT site_id, day, visitor_hash, ${most(CLIENT)}, sum(pageviews) AS pageviews, count(*) AS visits
    FROM visit GROUP BY site_id, day, visitor_hash
  ) visitor CROSS JOIN LATERAL ${dimensionsIn(CLIENT, 'visitor')}
  WHERE v.value IS NOT NULL GROUP BY site_id, day, v.dimension, v.value`;

/** The common table expression `seen` of goals alone, from rows such as `eventsOf` has. */
export const seenIn = (rows: string) => `seen AS MATERIALIZED (
    SELECT site_id, day, visitor_hash, kind AS dimension, met AS value, 1 AS pageviews FROM ${rows})`;

/**
 * Conversions by goal and day, from `seen`. What is compared with goals are the different pages and events, not all rows.
 */
export const conversionsOf = (goals = 'TRUE') => `
  SELECT m.goal_id, h.site_id, h.day, sum(h.pageviews)::int AS conversions, count(DISTINCT h.visitor_hash)::int AS visitors
  FROM seen h JOIN (
    SELECT g.id AS goal_id, n.site_id, n.dimension, n.value
    FROM (SELECT DISTINCT site_id, dimension, value FROM seen WHERE dimension IN ('page', 'event')) n
    JOIN ext_analytics.goals g ON g.site_id = n.site_id AND ${matches('g', 'n.dimension', 'n.value')} WHERE ${goals}
  ) m ON m.site_id = h.site_id AND m.dimension = h.dimension AND m.value = h.value
  GROUP BY m.goal_id, h.site_id, h.day`;

/** The goals of the site `$1` in their order, with what was `counted` of them. */
export const GOAL_FIGURES = `
  SELECT g.key, g.name, coalesce(c.conversions, 0) AS conversions, coalesce(c.visitors, 0) AS visitors
  FROM ext_analytics.goals g LEFT JOIN counted c ON c.goal_id = g.id WHERE g.site_id = $1 ORDER BY g.position`;

/** SQL condition: the goal is met by the page or the event. */
export const matches = (goal: string, kind: string, value: string) => `(${goal}.kind = ${kind} AND CASE ${goal}.kind
  WHEN 'event' THEN ${goal}.match = ${value}
  ELSE ${value} LIKE replace(replace(replace(replace(${goal}.match, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*', '%') END)`;

/** Each event with the values of its visit, for reports that choose events. */
export const visits = (of: Events) => `
  SELECT s.site_id, s.day, s.visitor_hash, s.id, s.created_at, s.name, s.path, s.kind, s.met, ${list(CLIENT, 's.')}, s.visit,
    first_value(s.path) OVER whole AS entry_page, last_value(s.path) OVER whole AS exit_page,
    count(*) OVER whole = 1 AND ${PAGEVIEW} AS bounced,
    extract(epoch FROM last_value(s.created_at) OVER whole - first_value(s.created_at) OVER whole)::int AS seconds,
    ${SOURCES.map((column) => `first_value(s.${column}) OVER touched AS ${column}`).join(', ')}
  FROM (${inVisits(of)}) s
  WINDOW whole AS (PARTITION BY ${VISITOR}, visit ORDER BY created_at, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
    touched AS (PARTITION BY ${VISITOR}, visit, touch ORDER BY created_at, id)`;

/** Filters of a caller, as three lists of the same length: the row `h` meets all of them. */
export const meetsFilters = (dimensions: string, ops: string, values: string) => `NOT EXISTS (
  SELECT FROM unnest(${dimensions}::text[], ${ops}::text[], ${values}::text[]) f (dimension, op, value)
  CROSS JOIN LATERAL (SELECT CASE f.dimension WHEN 'page' THEN h.path WHEN 'event' THEN CASE h.kind WHEN 'event' THEN h.name END
    ${Object.entries(COLUMNS)
      .map(([dimension, column]) => `WHEN '${dimension}' THEN h.${column}::text`)
      .join(' ')} END AS given) g
  WHERE NOT CASE f.op WHEN 'is' THEN coalesce(g.given = f.value, FALSE) WHEN 'is_not' THEN g.given IS DISTINCT FROM f.value
    ELSE coalesce(strpos(lower(g.given), lower(f.value)) > 0, FALSE) END)`;

/** Those of the rows of `visits` that meet a condition on `h`, marked where a visit and the day of a visitor begin among them. */
export const among = (rows: string, condition: string) => `
  SELECT h.*, row_number() OVER (PARTITION BY ${VISITOR}, visit ORDER BY created_at, id) = 1 AS opens_visit,
    row_number() OVER (PARTITION BY ${VISITOR}, day ORDER BY created_at, id) = 1 AS opens_day
  FROM (${rows}) h WHERE ${condition}`;

/** Totals of such rows. */
export const CHOSEN_TOTALS = `(count(*) FILTER (WHERE ${PAGEVIEW}))::int AS pageviews,
  (count(*) FILTER (WHERE opens_day))::int AS visitors, (count(*) FILTER (WHERE opens_visit))::int AS visits,
  (count(*) FILTER (WHERE opens_visit AND bounced))::int AS bounces, (count(*) FILTER (WHERE NOT ${PAGEVIEW}))::int AS events,
  coalesce(sum(seconds) FILTER (WHERE opens_visit), 0)::bigint AS visit_seconds`;

/** The figures of each value of such rows, which are named `rows`. */
export const chosenValues = (rows: string) => `
  SELECT v.dimension, v.value, (count(*) FILTER (WHERE ${PAGEVIEW} OR v.dimension = 'event'))::int AS pageviews,
    count(DISTINCT visitor_hash)::int AS visitors, count(DISTINCT (visitor_hash, visit))::int AS visits
  FROM ${rows} CROSS JOIN LATERAL (SELECT kind AS dimension, met AS value UNION ALL SELECT * FROM ${dimensionsIn(Object.values(COLUMNS), rows)}) v
  WHERE v.value IS NOT NULL GROUP BY v.dimension, v.value`;
