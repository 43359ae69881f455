import {
  closedThrough,
  columnsOf,
  counts,
  type DayTable,
  dayOf,
  type EventTable,
  indexOf,
  openSince,
  startOf,
  valuesOf,
} from './event-tables.js';

/** Which figures of which days. All fields are SQL, such as the parameter `$2` for a day. */
export interface Asked {
  /** A condition on the columns that events and day table share: `(of) => \`${of}.link_id = $1\``. */
  which: (of: string) => string;
  from: string;
  to: string;
}

/**
 * SQL expression for the number of events since the last closed day. Together with the closed column it is the total.
 * Where days are local or counted from a moment, the thing has the name `r` in the query.
 */
export const openCount = (events: EventTable, id: string, where = 'TRUE') =>
  `(SELECT count(*) FROM ${events.table} e
    WHERE e.${indexOf(events)} = ${id} AND e.created_at >= ${openSince(events)} AND ${counts(events, { where })})`;

/**
 * A query with one row per key and day, and per dimension and value if the day table has dimensions. Closed
 * days come from the day table, open days from the events. It has to be put in brackets.
 */
export function figures(events: EventTable, day: DayTable, { which, from, to }: Asked): string {
  const { key, also = [], dimensions } = day;
  const ids = [key, ...also];
  const names = Object.keys(day.figures);
  const columns = (of: string, list: string[]) => list.map((column) => `${of}.${column}`);
  const given = [...columns('e', ids), 'o.day', ...(dimensions ? ['v.dimension', 'v.value'] : [])];
  const kept = [...ids, 'day', ...(dimensions ? ['dimension', 'value'] : []), ...names];
  const hasDimension = dimensions ? `AND d.dimension IN ('${Object.keys(dimensions).join(`', '`)}')` : '';
  const { things } = events;
  const hasThing = things.local !== undefined || things.countedFrom !== undefined;
  const thing = hasThing ? `JOIN ${things.table} r ON r.id = d.${things.key}` : '';
  const isCounted = things.countedFrom
    ? `AND (r.${things.countedFrom} IS NULL OR d.day >= ${dayOf(events, `r.${things.countedFrom}`)})`
    : '';
  return `SELECT ${columns('d', kept).join(', ')} FROM ${day.table} d ${thing}
    WHERE ${which('d')} ${hasDimension} ${isCounted} AND d.day BETWEEN ${from}::date AND ${to}::date AND d.day <= ${closedThrough(events)}
    UNION ALL
    SELECT ${[...given, ...columnsOf(day)].join(', ')}
    FROM ${events.table} e JOIN ${things.table} r ON r.id = e.${things.key} AND ${counts(events, day)}
    CROSS JOIN LATERAL (SELECT ${dayOf(events, 'e.created_at')} AS day) o
    ${dimensions ? valuesOf(dimensions) : ''}
    WHERE ${which('e')} ${dimensions ? 'AND v.value IS NOT NULL' : ''}
      AND e.created_at >= ${startOf(events, `greatest(${from}::date, ${closedThrough(events)} + 1)`)}
      AND e.created_at < ${startOf(events, `(${to}::date + 1)`)}
    GROUP BY ${given.join(', ')}`;
}

const sums = (day: DayTable) => Object.keys(day.figures).map((name) => `coalesce(sum(f.${name}), 0)::int AS ${name}`);

/** One row per day, with zeros for days without events. */
export const everyDay = (events: EventTable, day: DayTable, asked: Asked) =>
  `SELECT to_char(s.day, 'YYYY-MM-DD') AS day, ${sums(day).join(', ')}
   FROM generate_series(${asked.from}::date::timestamp, ${asked.to}::date::timestamp, interval '1 day') s (day)
   LEFT JOIN (${figures(events, day, asked)}) f ON f.day = s.day::date
   GROUP BY s.day ORDER BY s.day`;

/** The most frequent values per dimension, by the first figure. */
export const mostFrequent = (events: EventTable, day: DayTable, asked: Asked & { limit: string }) => {
  const names = Object.keys(day.figures);
  return `SELECT dimension, value, ${names.join(', ')} FROM (
      SELECT f.dimension, f.value, ${sums(day).join(', ')},
        row_number() OVER (PARTITION BY f.dimension ORDER BY sum(f.${names[0]}) DESC, f.value) AS place
      FROM (${figures(events, day, asked)}) f GROUP BY f.dimension, f.value
    ) ranked WHERE place <= ${asked.limit} ORDER BY dimension, place`;
};
