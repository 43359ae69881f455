import { closedThrough, midnight } from '../../../web-events/days/event-tables.js';
import { BY_VALUE, PIXEL_EVENTS } from './pixel-events.js';

const DIMENSIONS = Object.entries(BY_VALUE.dimensions);
const COLUMNS = DIMENSIONS.map(([, column]) => column);
/** `grouping` has a bit for each column, which is 0 for the column of the set. */
const DIMENSION = `CASE grouping(${COLUMNS.join(', ')}) ${DIMENSIONS.map(
  ([name], place) => `WHEN ${2 ** COLUMNS.length - 1 - 2 ** (COLUMNS.length - 1 - place)} THEN '${name}'`,
).join(' ')} END`;
const SETS = COLUMNS.map((column) => `(e.day, ${column})`).join(', ');
const NAMES = DIMENSIONS.map(([name]) => `'${name}'`).join(', ');

/**
 * The most frequent values of a pixel ($1) by dimension, at most $4 of each, from day $2 to day $3. `mostFrequent` would sort
 * each event of an open day six times, as text: here the events are read once, and grouped as they are.
 */
export const PIXEL_VALUES = `SELECT dimension, value, events, visitors FROM (
    SELECT f.dimension, f.value, sum(f.events)::int AS events, sum(f.visitors)::int AS visitors,
      row_number() OVER (PARTITION BY f.dimension ORDER BY sum(f.events) DESC, f.value) AS place
    FROM (
      SELECT d.dimension, d.value, d.events, d.visitors FROM ${BY_VALUE.table} d
      WHERE d.pixel_id = $1 AND d.dimension IN (${NAMES}) AND d.day BETWEEN $2::date AND $3::date
        AND d.day <= ${closedThrough(PIXEL_EVENTS)}
      UNION ALL
      SELECT ${DIMENSION}, coalesce(${COLUMNS.map((column) => `${column}::text`).join(', ')}),
        count(*), count(DISTINCT e.visitor_hash)
      FROM (
        SELECT *, (created_at AT TIME ZONE 'UTC')::date AS day FROM ${PIXEL_EVENTS.table}
        WHERE pixel_id = $1 AND created_at >= ${midnight(`greatest($2::date, ${closedThrough(PIXEL_EVENTS)} + 1)`)}
          AND created_at < ${midnight('$3::date + 1')}
      ) e GROUP BY GROUPING SETS (${SETS})
    ) f WHERE f.value IS NOT NULL GROUP BY f.dimension, f.value
  ) ranked WHERE place <= $4 ORDER BY dimension, place`;
