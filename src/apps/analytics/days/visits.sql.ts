import { closedThrough, startOf } from '../../../web-events/days/event-tables.js';
import type { Dimension } from '../entities/site-event.entity.js';
import { SITE_EVENTS } from './site-events.js';

const PAGEVIEW = `name = 'pageview'`;
/** Events of a visitor with a longer gap are two visits. */
const GAP = `interval '30 minutes'`;
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
/** Those that are in these columns. */
const dimensionsOf = (columns: string[]) => Object.entries(COLUMNS).filter(([, column]) => columns.includes(column));

interface Events {
  /** The tables, by default the event `e` alone; with its site `r` where there are conditions on it. */
  from?: string;
  where: string;
  /** The local day of the event. */
  day: string;
  /** They may be of more than one site. */
  manySites?: boolean;
  /** An event may be there twice: to be added, with 1 as its `sign`, and to be subtracted, with -1. */
  isSigned?: boolean;
}

/**
 * The events of the sites `r` with their local days, which are some from the first to the last. The starts of the days are
 * worked out once for each site, because a time in a zone takes longer to compute than all else that is done with an event.
 */
export const daysOf = (first: string, last: string) => ({
  from: `ext_analytics.sites r CROSS JOIN LATERAL (
      SELECT ${first} AS first, ARRAY(
        SELECT ${startOf(SITE_EVENTS, 'd.day::date')} FROM generate_series((${first})::timestamp, (${last} + 1)::timestamp, '1 day') d (day)
      ) AS starts OFFSET 0
    ) days JOIN ext_analytics.events e ON e.site_id = r.id`,
  day: '(days.first + width_bucket(e.created_at, days.starts) - 1)',
});

/** The events of all of those days, of the sites that the condition finds. */
export const eventsOfDays = (which: string, first: string, last: string) => ({
  ...daysOf(first, last),
  where: `${which} AND e.created_at >= days.starts[1] AND e.created_at < days.starts[cardinality(days.starts)]`,
});

/** Those from day `$2` to day `$3` whose days are open. Closed days are in the day tables. */
export const openEvents = (which: string) =>
  eventsOfDays(which, `greatest($2::date, ${closedThrough(SITE_EVENTS)} + 1)`, '$3::date');

/**
 * Of those events of the site `$1` what changes the figures that are counted in the open days already: all events of the visitors
 * who were there after `counted_until`, to be added, and those before it, which are counted, to be subtracted. The year is an
 * end that PostgreSQL needs to expect few events: it takes a range without an end for a third of the table.
 */
export const changesIn = ({ from, where, day }: Events) => ({
  from: `${from} CROSS JOIN (VALUES (1), (-1)) signs (sign)`,
  where: `${where} AND (sign = 1 OR e.created_at < r.counted_until)
    AND (r.counted_until > days.starts[1] IS NOT TRUE OR e.visitor_hash IN (
      SELECT later.visitor_hash FROM ext_analytics.sites s JOIN ext_analytics.events later ON later.site_id = s.id
      WHERE s.id = $1 AND later.created_at >= s.counted_until AND later.created_at < s.counted_until + interval '1 year'))`,
  day,
  isSigned: true,
});

/** Each event with its day, and with what a goal compares: the path of a page view, or the name. */
export const eventsOf = ({ from = 'ext_analytics.events e', where, day, isSigned }: Events) => `
  SELECT e.site_id, ${isSigned ? 'sign, ' : ''}${day} AS day, e.visitor_hash, e.id, e.created_at, e.name, e.path, ${list([...CLIENT, ...SOURCES], 'e.')},
    CASE WHEN e.${PAGEVIEW} THEN 'page' ELSE 'event' END AS kind, CASE WHEN e.${PAGEVIEW} THEN e.path ELSE e.name END AS met
  FROM ${from} WHERE ${where}`;

/** The columns, besides those of the visitor, by which visits are apart. */
const apartOf = ({ manySites, isSigned }: Events) => [...(manySites ? ['site_id'] : []), ...(isSigned ? ['sign'] : [])];

/**
 * Each event with the numbers of its visitor, of its visit, and of its touch: the part of a visit from an event that names
 * a source to the next one that does. A visitor has another number on another day. Numbers go on from one visitor to the
 * next. All windows have one order, so the events are sorted once; without the site, where PostgreSQL knows that there is
 * one, because it does not see the same order in the outer windows.
 */
const inVisits = (of: Events) => {
  const hash = list([...apartOf(of), 'visitor_hash']);
  return `
  SELECT b.*, count(*) FILTER (WHERE opens_day) OVER run AS visitor, count(*) FILTER (WHERE begins) OVER run AS visit,
    count(*) FILTER (WHERE begins OR num_nonnulls(${list(SOURCES)}) > 0) OVER run AS touch,
    max(created_at) FILTER (WHERE begins) OVER own AS since, lead(begins) OVER own IS NOT FALSE AS ends
  FROM (
    SELECT h.*, day IS DISTINCT FROM lag(day) OVER own AS opens_day,
      day IS DISTINCT FROM lag(day) OVER own OR created_at - lag(created_at) OVER own >= ${GAP} AS begins
    FROM (${eventsOf(of)}) h WINDOW own AS (PARTITION BY ${hash} ORDER BY created_at, id)
  ) b WINDOW run AS (ORDER BY ${hash}, created_at, id ROWS UNBOUNDED PRECEDING),
    own AS (PARTITION BY ${hash} ORDER BY created_at, id ROWS UNBOUNDED PRECEDING)`;
};

/**
 * The common table expression `hit`: the events with their visits, from which all figures of days are read. Totals alone need
 * the length of visits.
 */
export const hitsOf = (of: Events, { hasTotals = true } = {}) => `hit AS (
    SELECT ${list([...apartOf(of), 'day'])}, visitor, visit, touch, opens_day, begins, ends, name, path, ${list([...CLIENT, ...SOURCES])}
      ${hasTotals ? ', CASE WHEN ends THEN extract(epoch FROM created_at - since)::int END AS seconds' : ''}
    FROM (${inVisits(of)}) h)`;

/** The totals by these columns of `hit`. */
export const totalsBy = (keys: string) => `SELECT ${keys}, (count(*) FILTER (WHERE ${PAGEVIEW}))::int AS pageviews,
    (count(*) FILTER (WHERE opens_day))::int AS visitors, (count(*) FILTER (WHERE begins))::int AS visits,
    (count(*) FILTER (WHERE begins AND ends AND ${PAGEVIEW}))::int AS bounces,
    (count(*) FILTER (WHERE NOT ${PAGEVIEW}))::int AS events, coalesce(sum(seconds), 0)::bigint AS visit_seconds
  FROM hit GROUP BY ${keys}`;

/**
 * The visits of a visitor as bits of two numbers. A day has at most 100 of them, whose numbers follow one another: 50 hours,
 * where the zone changes from one end of the world to the other.
 */
const VISIT_BITS = `CASE WHEN visit & 64 = 0 THEN 1::bigint << (visit & 63)::int END AS visits,
  CASE WHEN visit & 64 > 0 THEN 1::bigint << (visit & 63)::int END AS later_visits`;

interface Values {
  /** Columns of `hit` to count by. */
  keys?: string[];
  /** SQL condition: the dimension is asked for. What only others need is not computed. */
  isAsked?: (dimension: string) => string;
}

/**
 * The common table expressions from which the values of dimensions are read, after `hit`:
 * - `touch` and `visit`: the parts of visits, and visits;
 * - `client`: the countries and devices of visitors;
 * - `seen`: what each visitor did with each page, event, source, and page of entry and exit.
 */
export const seenOf = ({ keys = [], isAsked = () => 'TRUE' }: Values) => {
  const visitor = list([...keys, 'visitor']);
  const of = list([...keys, ...CLIENT]);
  const views = `(count(*) FILTER (WHERE ${PAGEVIEW}))::int AS pageviews`;
  const each = (from: string, dimension: string, column: string, where = 'TRUE', pageviews = 'pageviews') => `
      SELECT ${visitor}, '${dimension}' AS dimension, ${column} AS value, ${pageviews}, ${VISIT_BITS} FROM ${from}
      WHERE ${isAsked(dimension)} AND ${where}`;
  const rows = [
    each('hit', 'page', 'path', PAGEVIEW, '1 AS pageviews'),
    each('hit', 'event', 'name', `NOT ${PAGEVIEW}`, '1 AS pageviews'),
    ...dimensionsOf(['entry_page', 'exit_page']).map(([dimension, column]) => each('visit', dimension, column)),
    ...dimensionsOf(SOURCES).map(([dimension, column]) => each('touch', dimension, column, `${column} IS NOT NULL`)),
  ];
  return `touch AS (
    SELECT ${visitor}, visit, touch, ${most(SOURCES)}, ${views} FROM hit GROUP BY ${visitor}, visit, touch
  ), visit AS (
    SELECT ${visitor}, visit, max(path) FILTER (WHERE begins) AS entry_page, max(path) FILTER (WHERE ends) AS exit_page, ${views}
    FROM hit GROUP BY ${visitor}, visit
  ), client AS (
    SELECT ${of}, ${views}, count(*) FILTER (WHERE opens_day) AS visitors, count(*) FILTER (WHERE begins) AS visits
    FROM hit GROUP BY ${of}
  ), seen AS (
    SELECT ${visitor}, dimension, value, sum(pageviews)::int AS pageviews, bit_or(visits) AS visits, bit_or(later_visits) AS later_visits
    FROM (${rows.join(' UNION ALL ')}) each GROUP BY ${visitor}, dimension, value
  )`;
};

/** The figures of each value, from `seen` and `client`; of an event, `pageviews` is how often it happened. */
export const valuesOf = ({ keys = [], isAsked = () => 'TRUE' }: Values) => {
  const value = list([...keys, 'dimension', 'value']);
  const ofClient = dimensionsOf(CLIENT).map(
    ([dimension, column]) => `
    SELECT ${list([...keys, `'${dimension}'`, `${column}::text`])}, sum(pageviews)::int, sum(visitors)::int, sum(visits)::int
    FROM client WHERE ${isAsked(dimension)} AND ${column} IS NOT NULL GROUP BY ${list([...keys, column])}`,
  );
  return `SELECT ${value}, sum(pageviews)::int AS pageviews, count(*)::int AS visitors,
      sum(coalesce(bit_count(visits::bit(64)), 0) + coalesce(bit_count(later_visits::bit(64)), 0))::int AS visits
    FROM seen GROUP BY ${value} UNION ALL ${ofClient.join(' UNION ALL ')}`;
};

/** The common table expression `seen` of goals alone, from rows such as `eventsOf` has. */
export const seenIn = (rows: string) => `seen AS MATERIALIZED (
    SELECT site_id, day, visitor_hash AS visitor, kind AS dimension, met AS value, 1 AS pageviews FROM ${rows})`;

/**
 * Conversions by goal and day, from `seen`. What is compared with goals are the different pages and events, not all rows; once,
 * although PostgreSQL may expect one row of the newest events, which its statistics do not know.
 */
export const conversionsOf = (goals = 'TRUE') => `
  WITH met AS MATERIALIZED (
    SELECT g.id AS goal_id, n.site_id, n.dimension, n.value
    FROM (SELECT DISTINCT site_id, dimension, value FROM seen WHERE dimension IN ('page', 'event')) n
    JOIN ext_analytics.goals g ON g.site_id = n.site_id AND ${matches('g', 'n.dimension', 'n.value')} WHERE ${goals}
  )
  SELECT m.goal_id, h.site_id, h.day, sum(h.pageviews)::int AS conversions, count(DISTINCT h.visitor)::int AS visitors
  FROM seen h JOIN met m ON m.site_id = h.site_id AND m.dimension = h.dimension AND m.value = h.value
  GROUP BY m.goal_id, h.site_id, h.day`;

/** The goals of the site `$1` in their order, with what was `counted` of them. */
export const GOAL_FIGURES = `
  SELECT g.key, g.name, coalesce(c.conversions, 0) AS conversions, coalesce(c.visitors, 0) AS visitors
  FROM ext_analytics.goals g LEFT JOIN counted c ON c.goal_id = g.id WHERE g.site_id = $1 ORDER BY g.position`;

/** SQL condition: the goal is met by the page or the event. */
export const matches = (goal: string, kind: string, value: string) => `(${goal}.kind = ${kind} AND CASE ${goal}.kind
  WHEN 'event' THEN ${goal}.match = ${value}
  ELSE ${value} LIKE replace(replace(replace(replace(${goal}.match, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*', '%') END)`;

/**
 * Each event of a site with the values of its visit, for reports that choose events. Both windows have one order, because
 * the numbers of visits and touches grow with time.
 */
export const visits = (of: Events) => `
  SELECT s.site_id, s.day, s.visitor_hash, s.id, s.created_at, s.name, s.path, s.kind, s.met, ${list(CLIENT, 's.')},
    s.visitor, s.visit, s.touch, first_value(s.path) OVER whole AS entry_page, last_value(s.path) OVER whole AS exit_page,
    count(*) OVER whole = 1 AND ${PAGEVIEW} AS bounced,
    extract(epoch FROM last_value(s.created_at) OVER whole - first_value(s.created_at) OVER whole)::int AS seconds,
    ${SOURCES.map((column) => `first_value(s.${column}) OVER touched AS ${column}`).join(', ')}
  FROM (${inVisits(of)}) s
  WINDOW whole AS (PARTITION BY visitor_hash, visit ORDER BY touch, created_at, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
    touched AS (PARTITION BY visitor_hash, visit, touch ORDER BY created_at, id)`;

/** Filters of a caller, as three lists of the same length: the row `h` meets all of them. */
export const meetsFilters = (dimensions: string, ops: string, values: string) => `NOT EXISTS (
  SELECT FROM unnest(${dimensions}::text[], ${ops}::text[], ${values}::text[]) f (dimension, op, value)
  CROSS JOIN LATERAL (SELECT CASE f.dimension WHEN 'page' THEN h.path WHEN 'event' THEN CASE h.kind WHEN 'event' THEN h.name END
    ${Object.entries(COLUMNS)
      .map(([dimension, column]) => `WHEN '${dimension}' THEN h.${column}::text`)
      .join(' ')} END AS given) g
  WHERE NOT CASE f.op WHEN 'is' THEN coalesce(g.given = f.value, FALSE) WHEN 'is_not' THEN g.given IS DISTINCT FROM f.value
    ELSE coalesce(strpos(lower(g.given), lower(f.value)) > 0, FALSE) END)`;

/**
 * Those of the rows of `visits` that meet a condition on `h`, marked where a visit and the day of a visitor begin among
 * them; in the order of those rows.
 */
export const among = (rows: string, condition: string) => `
  SELECT h.*, visit IS DISTINCT FROM lag(visit) OVER run AS opens_visit, visitor IS DISTINCT FROM lag(visitor) OVER run AS opens_day
  FROM (${rows}) h WHERE ${condition} WINDOW run AS (ORDER BY visitor_hash, visit, touch, created_at, id)`;

/** Totals of such rows. */
export const CHOSEN_TOTALS = `(count(*) FILTER (WHERE ${PAGEVIEW}))::int AS pageviews,
  (count(*) FILTER (WHERE opens_day))::int AS visitors, (count(*) FILTER (WHERE opens_visit))::int AS visits,
  (count(*) FILTER (WHERE opens_visit AND bounced))::int AS bounces, (count(*) FILTER (WHERE NOT ${PAGEVIEW}))::int AS events,
  coalesce(sum(seconds) FILTER (WHERE opens_visit), 0)::bigint AS visit_seconds`;

/** The figures of each value of such rows, which are named `rows`. */
export const chosenValues = (rows: string) => `
  SELECT v.dimension, v.value, (count(*) FILTER (WHERE ${PAGEVIEW} OR v.dimension = 'event'))::int AS pageviews,
    count(DISTINCT visitor)::int AS visitors, count(DISTINCT visit)::int AS visits
  FROM ${rows} CROSS JOIN LATERAL (SELECT kind AS dimension, met AS value UNION ALL ${dimensionsOf(
    Object.values(COLUMNS),
  )
    .map(([dimension, column]) => `SELECT '${dimension}', ${rows}.${column}::text`)
    .join(' UNION ALL ')}) v
  WHERE v.value IS NOT NULL GROUP BY v.dimension, v.value`;
