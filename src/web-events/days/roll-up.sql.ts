import { sql, type Statement } from '../../platform/database/sql.js';
import {
  columnsOf,
  type DayTable,
  type EventTable,
  indexOf,
  midnight,
  openSince,
  valuesOf,
} from './event-table.js';

const MOST_VALUES = 200;

export interface RollUpStatements {
  begin: Statement;
  lock: Statement;
  first: Statement;
  busy: Statement;
  hold: Statement;
  count: Statement[];
  close: Statement | undefined;
  move: Statement;
  purge: Statement;
}

/** Those of one table of events. `$1` are the ids that its index begins with, `$2` is the day. */
export function rollUpStatements(events: EventTable): RollUpStatements {
  const { name, table, state, things, days, closed } = events;
  const statement = (what: string, text: string) => sql(`${name}_roll_up_${what}`, text);
  return {
    begin: statement('begin', `INSERT INTO ${state} (name) VALUES ('${name}') ON CONFLICT (name) DO NOTHING`),
    // Who finds it locked need not wait: another process is doing the same.
    lock: statement(
      'lock',
      `SELECT rolled_through::text AS through, ((now() AT TIME ZONE 'UTC')::date - 1)::text AS yesterday
       FROM ${state} WHERE name = '${name}' FOR UPDATE SKIP LOCKED`,
    ),
    first: statement(
      'first',
      `SELECT (min(created_at) AT TIME ZONE 'UTC')::date::text AS day
       FROM (SELECT created_at FROM ${table} ORDER BY id LIMIT 1000) oldest`,
    ),
    // Ids grow with time: what came in before that day is not looked at.
    busy: statement(
      'busy',
      `SELECT DISTINCT e.${indexOf(events)} AS id FROM ${table} e WHERE e.id >= $1::uuid AND ${within('$2::date')}
       ORDER BY 1`,
    ),
    hold: statement(
      'hold',
      `SELECT FROM ${things.table} WHERE id IN (SELECT e.${things.key} FROM ${table} e WHERE ${ofBatch(events)})
       ORDER BY id FOR KEY SHARE`,
    ),
    count: days.map((day, at) =>
      statement(`count_${at}`, day.dimensions ? values(events, day) : totals(events, day)),
    ),
    close: closed && statement('close', close(events, closed)),
    move: statement('move', `UPDATE ${state} SET rolled_through = $1 WHERE name = '${name}'`),
    purge: statement(
      'purge',
      `DELETE FROM ${table} WHERE id IN (
         SELECT id FROM (SELECT id, created_at FROM ${table} ORDER BY id LIMIT $1) oldest
         WHERE created_at < least(${midnight(`(now() AT TIME ZONE 'UTC')::date - $2::int`)},
           ${openSince(events)}))`,
    ),
  };
}

const within = (day: string) =>
  `e.created_at >= ${midnight(day)} AND e.created_at < ${midnight(`${day} + 1`)}`;

const ofBatch = (events: EventTable) => `e.${indexOf(events)} = ANY ($1::uuid[]) AND ${within('$2::date')}`;

const counted = (events: EventTable, { where = 'TRUE' }: DayTable) =>
  `${events.table} e JOIN ${events.things.table} r ON r.id = e.${events.things.key} AND (${where})`;

const overwrite = ({ figures }: DayTable) =>
  Object.keys(figures)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

function totals(events: EventTable, day: DayTable): string {
  const ids = [day.key, ...(day.also ?? [])];
  const given = ids.map((id) => `e.${id}`).join(', ');
  return `INSERT INTO ${day.table} (${[...ids, 'day', ...Object.keys(day.figures)].join(', ')})
    SELECT ${given}, $2::date, ${columnsOf(day).join(', ')}
    FROM ${counted(events, day)} WHERE ${ofBatch(events)}
    GROUP BY ${given} ORDER BY ${given}
    ON CONFLICT (${day.key}, day) DO UPDATE SET ${overwrite(day)}`;
}

/** The values that are most frequent, and the others together; what is no more among them goes. */
function values(events: EventTable, day: DayTable): string {
  const { key, table, figures, dimensions = {} } = day;
  return `WITH valued AS MATERIALIZED (
      SELECT e.*, v.dimension, v.value FROM ${counted(events, day)} ${valuesOf(dimensions)}
      WHERE v.value IS NOT NULL AND ${ofBatch(events)}
    ), ranked AS (
      SELECT ${key}, dimension, value,
        row_number() OVER (PARTITION BY ${key}, dimension ORDER BY count(*) DESC, value) AS place
      FROM valued GROUP BY ${key}, dimension, value
    ), counted AS (
      SELECT e.${key}, e.dimension,
        CASE WHEN k.place <= ${MOST_VALUES} THEN e.value ELSE '(other)' END AS value, ${columnsOf(day).join(', ')}
      FROM valued e JOIN ranked k
        ON k.${key} = e.${key} AND k.dimension = e.dimension AND k.value = e.value
      GROUP BY 1, 2, 3
    ), gone AS (
      DELETE FROM ${table} d USING (SELECT DISTINCT ${key}, dimension FROM counted) c
      WHERE d.${key} = c.${key} AND d.dimension = c.dimension AND d.day = $2::date AND NOT EXISTS (
        SELECT FROM counted n
        WHERE n.${key} = d.${key} AND n.dimension = d.dimension AND n.value = d.value)
    )
    INSERT INTO ${table} (${[key, 'dimension', 'day', 'value', ...Object.keys(figures)].join(', ')})
    SELECT ${key}, dimension, $2::date, value, ${Object.keys(figures).join(', ')} FROM counted
    ON CONFLICT (${key}, dimension, day, value) DO UPDATE SET ${overwrite(day)}`;
}

/** In the order of ids, in which all who change several things take their rows. */
function close(events: EventTable, { column, figure }: NonNullable<EventTable['closed']>): string {
  const [{ table, key }] = events.days as [DayTable];
  return `WITH held AS (
      SELECT id FROM ${events.things.table}
      WHERE id IN (SELECT d.${key} FROM ${table} d WHERE d.${indexOf(events)} = ANY ($1::uuid[]) AND d.day = $2::date)
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE ${events.things.table} r SET ${column} = s.total FROM (
      SELECT d.${key} AS id, sum(d.${figure}) AS total FROM ${table} d
      WHERE d.${key} IN (SELECT id FROM held) AND d.day <= $2::date GROUP BY d.${key}
    ) s WHERE s.id = r.id AND r.${column} <> s.total`;
}
