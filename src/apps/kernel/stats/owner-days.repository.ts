import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import {
  closedThrough,
  columnsOf,
  type DayTable,
  type EventTable,
  midnight,
  valuesOf,
} from '../../../web-events/days/event-tables.js';
import type { Days } from './app-stats.js';

/** Values of a day beyond these are kept as one, `(other)`. */
const MOST = 50;
const OTHER = '(other)';

/**
 * The figures of all things of an owner, by day: they are read from a few rows a day however many things there are.
 * The table has `owner_id`, `dimension`, `day`, `value` (unique together) and the figures.
 */
export interface OwnerDays {
  table: string;
  /** With days in UTC, and without `countedFrom`. */
  events: EventTable;
  /** The day table of the things; its first figure decides which values are kept. */
  days: DayTable;
  /** The day table of values, with those of its dimensions that are kept for owners too. */
  values: DayTable & { dimensions: Record<string, string> };
}

/** A row of `dimension` `all` has the sums; one of `thing` has the id of a thing as its value. */
export interface OwnerFigure {
  dimension: string;
  value: string;
}

/** An app extends it with what it counts, calls `closeDay` when a day is counted, and `subtract` before a deletion. */
export abstract class OwnerDaysRepository<Figures extends object> extends BaseRepository {
  protected abstract readonly declared: OwnerDays;
  private known: ReturnType<typeof statementsOf> | undefined;

  /** Writes the day anew for all owners; last in the transaction that counts the day. */
  async closeDay(day: string): Promise<void> {
    const { lock, clear, fill } = this.statements;
    await this.rows(lock);
    await this.count(clear, day);
    await this.count(fill, day);
  }

  /** Takes the figures of a thing off those of its owner, in the transaction that deletes the thing. */
  async subtract(ownerId: string, thingId: string): Promise<void> {
    await this.rows(this.statements.lock);
    await this.count(this.statements.subtract, ownerId, thingId);
  }

  /** The first `most` values of each dimension over both days and all between; open days are read from the events. */
  figures(ownerId: string, { from, to }: Days, most: number): Promise<(OwnerFigure & Figures)[]> {
    return this.rows<OwnerFigure & Figures>(this.statements.read, ownerId, from, to, most);
  }

  private get statements() {
    return (this.known ??= statementsOf(this.declared));
  }
}

function statementsOf(declared: OwnerDays) {
  const { table, events, days } = declared;
  const statement = (what: string, text: string) => sql(`${events.name}_owner_days_${what}`, text);
  const names = Object.keys(days.figures);
  return {
    // Of two that change the same day, the second would not see the rows of the first.
    lock: statement('lock', `SELECT pg_advisory_xact_lock(hashtextextended('${table}', 0))`),
    clear: statement('clear', `DELETE FROM ${table} WHERE day = $1`),
    fill: statement(
      'fill',
      `INSERT INTO ${table} (owner_id, dimension, day, value, ${names.join(', ')}) ${filled(declared)}`,
    ),
    subtract: statement('subtract', subtracted(declared)),
    read: statement('read', read(declared)),
  };
}

const summed = (of: string, names: string[]) => names.map((name) => `sum(${of}.${name})::int AS ${name}`).join(', ');

/** The rows of all things that `where` finds: the day table is `d`, the thing `r`. */
function rowsOfThings({ events: { things }, days, values }: OwnerDays, where: string): string {
  const figures = Object.keys(days.figures)
    .map((name) => `d.${name}`)
    .join(', ');
  const from = (table: string) => `FROM ${table} d JOIN ${things.table} r ON r.id = d.${things.key} WHERE ${where}`;
  return `SELECT r.owner_id, 'all' AS dimension, d.day, '' AS value, ${figures} ${from(days.table)}
    UNION ALL SELECT r.owner_id, 'thing', d.day, d.${things.key}::text, ${figures} ${from(days.table)}
    UNION ALL SELECT r.owner_id, d.dimension, d.day, d.value, ${figures} ${from(values.table)}
      AND d.dimension IN ('${Object.keys(values.dimensions).join(`', '`)}')`;
}

/** `$1`: the owner, `$2`: the thing. A value that is not kept by itself is part of the others. */
function subtracted(declared: OwnerDays): string {
  const { table, events, days } = declared;
  const names = Object.keys(days.figures);
  const rest = names.map((name) => `${name} = o.${name} - g.${name}`).join(', ');
  return `WITH gone AS (
      SELECT each.day, each.dimension, coalesce(kept.value, '${OTHER}') AS value, ${summed('each', names)}
      FROM (${rowsOfThings(declared, `d.${events.things.key} = $2 AND r.owner_id = $1`)}) each
      LEFT JOIN ${table} kept ON kept.owner_id = $1 AND kept.day = each.day AND kept.dimension = each.dimension
        AND kept.value = each.value
      GROUP BY 1, 2, 3
    )
    UPDATE ${table} o SET ${rest} FROM gone g
    WHERE o.owner_id = $1 AND o.day = g.day AND o.dimension = g.dimension AND o.value = g.value`;
}

/** `$1`: the day. */
function filled(declared: OwnerDays): string {
  const names = Object.keys(declared.days.figures);
  return `SELECT owner_id, dimension, day, kept, ${summed('ranked', names)} FROM (
      SELECT found.*, CASE WHEN row_number() OVER (
        PARTITION BY owner_id, dimension, day ORDER BY ${names[0]} DESC, value) <= ${MOST}
        THEN value ELSE '${OTHER}' END AS kept
      FROM (
        SELECT owner_id, dimension, day, value, ${summed('each', names)} FROM (
          ${rowsOfThings(declared, 'd.day = $1')}
        ) each GROUP BY owner_id, dimension, day, value
      ) found
    ) ranked GROUP BY owner_id, dimension, day, kept`;
}

/** `$1`: the owner, `$2` and `$3`: the first and the last day, `$4`: how many values of a dimension. */
function read({ table, events, days, values }: OwnerDays): string {
  const { things } = events;
  const names = Object.keys(days.figures);
  const figures = columnsOf(days).join(', ');
  const begin = midnight(`greatest($2::date, ${closedThrough(events)} + 1)`);
  return `WITH recent AS MATERIALIZED (
      SELECT e.*, (e.created_at AT TIME ZONE 'UTC')::date AS day
      FROM ${events.table} e JOIN ${things.table} r ON r.id = e.${things.key}
      WHERE r.owner_id = $1 AND e.created_at >= ${begin} AND e.created_at < ${midnight('$3::date + 1')}
        AND e.id >= ${smallestId(begin)}
    ), by_thing AS (
      SELECT e.${things.key}::text AS value, ${figures} FROM recent e GROUP BY e.${things.key}, e.day
    ), found AS (
      SELECT dimension, value, ${summed('d', names)} FROM ${table} d
      WHERE owner_id = $1 AND day BETWEEN $2::date AND $3::date AND day <= ${closedThrough(events)} AND ${names[0]} > 0
      GROUP BY dimension, value
      UNION ALL SELECT 'all', '', ${names.join(', ')} FROM by_thing
      UNION ALL SELECT 'thing', value, ${names.join(', ')} FROM by_thing
      UNION ALL SELECT v.dimension, v.value, ${figures} FROM recent e ${valuesOf(values.dimensions)}
        WHERE v.value IS NOT NULL GROUP BY e.${things.key}, e.day, v.dimension, v.value
    ), ranked AS (
      SELECT dimension, value, ${summed('found', names)},
        row_number() OVER (PARTITION BY dimension ORDER BY sum(${names[0]}) DESC, value) AS place
      FROM found WHERE NOT (dimension = 'thing' AND value = '${OTHER}') GROUP BY dimension, value
    )
    SELECT dimension, value, ${names.join(', ')} FROM ranked WHERE place <= $4 ORDER BY dimension, place`;
}

/** The smallest id of version 7 of a moment, less an hour: a row may be made some time after its transaction began. */
const smallestId = (moment: string) =>
  `(lpad(to_hex(greatest(0, extract(epoch FROM greatest(${moment}, '1970-01-02')) * 1000 - 3600000)::bigint), 12, '0')
    || '00000000000000000000')::uuid`;
