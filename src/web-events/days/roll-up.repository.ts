import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import {
  columnsOf,
  counts,
  type DayTable,
  dayOf,
  type EventTable,
  type EventTableDeclaration,
  indexOf,
  type LocalDays,
  midnight,
  openSince,
  startOf,
  valuesOf,
} from './event-tables.js';

const MOST_VALUES = 200;
/** The number of things per statement, so that no statement takes long. */
const BATCH = 500;
const PURGE_BATCH = 10_000;
const RETENTION_DAYS = 90;
/** Older days are not counted again, as purged events would be missing. */
const RECOUNT_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Ids have the time at which they were made, `created_at` the start of the transaction. The two may differ by
 * this much.
 */
const CLOCK_SKEW_MS = 60 * 60 * 1000;

interface State {
  through: string | null;
  yesterday: string;
}

interface RollUpStatements extends Record<
  'begin' | 'lock' | 'first' | 'busy' | 'hold' | 'move' | 'purge' | 'drop',
  Statement
> {
  alike?: Statement;
  count: Statement[];
  close: Statement | undefined;
}

@Injectable()
export class RollUpRepository extends BaseRepository {
  private readonly statements = new Map<string, RollUpStatements>();

  /**
   * Closes the next day, with its figures and the new state in one transaction. Counts the day before again,
   * for events that arrived late. Returns false if no more days are over.
   */
  closeNextDay(declaration: EventTableDeclaration): Promise<boolean> {
    const { local } = declaration.events.things;
    if (local) return this.closeNextLocalDay(declaration, local);
    const statements = this.statementsOf(declaration.events);
    return this.database.transaction(async () => {
      await this.count(statements.begin);
      const state = await this.one<State>(statements.lock);
      const next = state && (state.through ? addDays(state.through, 1) : await this.findFirstDay(statements.first));
      if (!state || !next || next > state.yesterday) return false;
      const days = isRecent(state) ? [state.through as string, next] : [next];
      for (const day of days) await this.closeDay(statements, day);
      // Last, as a deletion holds a thing and then waits for what this locks.
      for (const day of days) await declaration.dayClosed(day, []);
      await this.count(statements.move, next);
      return next < state.yesterday;
    });
  }

  /** The same for things whose zone and last closed day are the same. Days long ago without events are skipped. */
  private closeNextLocalDay(declaration: EventTableDeclaration, { settles }: LocalDays): Promise<boolean> {
    const { lock, alike, first, count, close, move } = this.statementsOf(declaration.events);
    return this.database.transaction(async () => {
      const state = await this.one<State & { id: string }>(lock);
      if (!state) return false;
      const ids = (await this.rows<{ id: string }>(alike as Statement, state.id)).map(({ id }) => id);
      const { through, yesterday } = state;
      const hasRecent = isRecent(state);
      const busy = hasRecent ? addDays(through as string, 1) : await this.findFirstDay(first, ids, yesterday);
      const next = busy ?? yesterday;
      for (const day of hasRecent && !settles ? [through as string, next] : [next]) {
        for (const statement of [...count, ...(close ? [close] : [])]) await this.count(statement, ids, day);
        await declaration.dayClosed(day, ids);
      }
      await this.count(move, ids, next);
      return true;
    });
  }

  /** Deletes the oldest expired events, only of closed days. Returns false if no more are left. */
  async purgeBatch(events: EventTable): Promise<boolean> {
    const { purge } = this.statementsOf(events);
    const days = events.retentionDays ?? RETENTION_DAYS;
    const deleted = await this.database.transaction(() => this.count(purge, PURGE_BATCH, days));
    return deleted === PURGE_BATCH;
  }

  /** Deletes events of one thing, in the transaction of the caller. Returns false if no more are left. */
  async dropBatch(events: EventTable, thingId: string): Promise<boolean> {
    return (await this.count(this.statementsOf(events).drop, thingId, PURGE_BATCH)) === PURGE_BATCH;
  }

  private async closeDay({ busy, hold, count, close }: RollUpStatements, day: string): Promise<void> {
    const ids = (await this.rows<{ id: string }>(busy, smallestIdOf(day), day)).map(({ id }) => id);
    const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
      ids.slice(at * BATCH, (at + 1) * BATCH),
    );
    for (const batch of batches) {
      for (const statement of [hold, ...count]) await this.count(statement, batch, day);
    }
    // Last in the transaction, as visits wait for the locks on these rows.
    if (close) for (const batch of batches) await this.count(close, batch, day);
  }

  private async findFirstDay(first: Statement, ...values: unknown[]): Promise<string | null | undefined> {
    return (await this.one<{ day: string | null }>(first, ...values))?.day;
  }

  private statementsOf(events: EventTable): RollUpStatements {
    const known = this.statements.get(events.name) ?? rollUpStatements(events);
    this.statements.set(events.name, known);
    return known;
  }
}

const isRecent = ({ through, yesterday }: State) => through !== null && through >= addDays(yesterday, -RECOUNT_DAYS);

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The smallest UUID v7 that an event of the day can have. */
function smallestIdOf(day: string): string {
  const hex = (Date.parse(day) - CLOCK_SKEW_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The statements for one table of events. `$1` are values of the first index column, `$2` is the day. */
function rollUpStatements(events: EventTable): RollUpStatements {
  const { name, table, state, things, days, closed } = events;
  const statement = (what: string, text: string) => sql(`${name}_roll_up_${what}`, text);
  return {
    begin: statement('begin', `INSERT INTO ${state} (name) VALUES ('${name}') ON CONFLICT (name) DO NOTHING`),
    // SKIP LOCKED: if another process holds the row, it does the same work.
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
    // Ids grow with time, so events before the day are skipped by the index.
    busy: statement(
      'busy',
      `SELECT DISTINCT e.${indexOf(events)} AS id FROM ${table} e
       WHERE e.id >= $1::uuid AND ${isWithinDay(events, '$2::date')} ORDER BY 1`,
    ),
    hold: statement(
      'hold',
      `SELECT FROM ${things.table} WHERE id IN (SELECT e.${things.key} FROM ${table} e WHERE ${ofBatch(events)})
       ORDER BY id FOR KEY SHARE`,
    ),
    move: statement('move', `UPDATE ${state} SET rolled_through = $1 WHERE name = '${name}'`),
    ...(things.local && localStatements(events, things.local, statement)),
    count: days.map((day, at) =>
      statement(`count_${at}`, day.dimensions ? valuesStatement(events, day) : totalsStatement(events, day)),
    ),
    close: closed && statement('close', closeStatement(events, closed)),
    drop: statement(
      'drop',
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${things.key} = $1 LIMIT $2)`,
    ),
    purge: statement(
      'purge',
      `DELETE FROM ${table} WHERE id IN (
         SELECT e.id FROM (SELECT id, created_at, ${things.key} FROM ${table} ORDER BY id LIMIT $1) e
         ${things.local ? `LEFT JOIN ${things.table} r ON r.id = e.${things.key}` : ''}
         WHERE e.created_at < least(${midnight(`(now() AT TIME ZONE 'UTC')::date - $2::int`)}, ${openSince(events)}))`,
    ),
  };
}

/**
 * For things with local days. `lock` finds one that is due, and `alike` those that have its zones and its last closed day
 * (`$1` is its id): two statements, because the first one may lock a row that has changed since it began. For the others
 * `$1` are all of their ids. The first day is that of the first event since the last closed day, and before today (`$2` is
 * yesterday).
 */
function localStatements(
  events: EventTable,
  { zone, through, changed, settles = '0', batch = BATCH }: LocalDays,
  statement: (what: string, text: string) => Statement,
): Pick<RollUpStatements, 'lock' | 'alike' | 'first' | 'move'> {
  const { table, things } = events;
  const yesterday = `(${dayOf(events, `(now() - interval '${settles}')`)} - 1)`;
  const alike = [zone, through, ...(changed ? [changed.before, changed.at] : [])];
  return {
    lock: statement(
      'local_lock',
      `SELECT r.id, r.${through}::text AS through, ${yesterday}::text AS yesterday FROM ${things.table} r
       WHERE r.${through} IS NULL OR r.${through} < ${yesterday} LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    ),
    alike: statement(
      'local_alike',
      `SELECT r.id FROM ${things.table} r JOIN ${things.table} one ON one.id = $1
         AND ${alike.map((column) => `r.${column} IS NOT DISTINCT FROM one.${column}`).join(' AND ')}
       ORDER BY r.id LIMIT ${batch} FOR NO KEY UPDATE OF r SKIP LOCKED`,
    ),
    first: statement(
      'local_first',
      `SELECT min(${dayOf(events, 'e.created_at')})::text AS day
       FROM ${table} e JOIN ${things.table} r ON r.id = e.${things.key} WHERE e.${things.key} = ANY ($1::uuid[])
         AND e.created_at >= ${openSince(events)} AND e.created_at < ${startOf(events, '($2::date + 1)')}`,
    ),
    move: statement('local_move', `UPDATE ${things.table} SET ${through} = $2 WHERE id = ANY ($1::uuid[])`),
  };
}

const isWithinDay = (events: EventTable, day: string) =>
  `e.created_at >= ${startOf(events, day)} AND e.created_at < ${startOf(events, `(${day} + 1)`)}`;

const ofBatch = (events: EventTable) =>
  `e.${indexOf(events)} = ANY ($1::uuid[]) AND ${isWithinDay(events, '$2::date')}`;

const countedEvents = (events: EventTable, day: DayTable) =>
  `${events.table} e JOIN ${events.things.table} r ON r.id = e.${events.things.key} AND ${counts(events, day)}`;

const overwriteFigures = ({ figures }: DayTable) =>
  Object.keys(figures)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

function totalsStatement(events: EventTable, day: DayTable): string {
  const ids = [day.key, ...(day.also ?? [])];
  const given = ids.map((id) => `e.${id}`).join(', ');
  return `INSERT INTO ${day.table} (${[...ids, 'day', ...Object.keys(day.figures)].join(', ')})
    SELECT ${given}, $2::date, ${columnsOf(day).join(', ')}
    FROM ${countedEvents(events, day)} WHERE ${ofBatch(events)}
    GROUP BY ${given} ORDER BY ${given}
    ON CONFLICT (${day.key}, day) DO UPDATE SET ${overwriteFigures(day)}`;
}

/**
 * Keeps the most frequent values and sums up the rest as `(other)`. Deletes rows of values that are no longer
 * among them.
 */
function valuesStatement(events: EventTable, day: DayTable): string {
  const { key, table, figures, dimensions = {}, most = MOST_VALUES } = day;
  return `WITH valued AS MATERIALIZED (
      SELECT e.*, v.dimension, v.value FROM ${countedEvents(events, day)} ${valuesOf(dimensions)}
      WHERE v.value IS NOT NULL AND ${ofBatch(events)}
    ), ranked AS (
      SELECT ${key}, dimension, value,
        row_number() OVER (PARTITION BY ${key}, dimension ORDER BY count(*) DESC, value) AS place
      FROM valued GROUP BY ${key}, dimension, value
    ), counted AS (
      SELECT e.${key}, e.dimension,
        CASE WHEN k.place <= ${most} THEN e.value ELSE '(other)' END AS value, ${columnsOf(day).join(', ')}
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
    ON CONFLICT (${key}, dimension, day, value) DO UPDATE SET ${overwriteFigures(day)}`;
}

/** Locks things in the order of their ids, as every writer of several things does. */
function closeStatement(events: EventTable, { column, figure }: NonNullable<EventTable['closed']>): string {
  const [{ table, key }] = events.days as [DayTable];
  const { countedFrom } = events.things;
  const since = countedFrom
    ? `AND d.day >= coalesce((SELECT ${dayOf(events, `r.${countedFrom}`)} FROM ${events.things.table} r WHERE r.id = d.${key}), d.day)`
    : '';
  return `WITH held AS (
      SELECT id FROM ${events.things.table}
      WHERE id IN (SELECT d.${key} FROM ${table} d WHERE d.${indexOf(events)} = ANY ($1::uuid[]) AND d.day = $2::date)
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE ${events.things.table} r SET ${column} = s.total FROM (
      SELECT d.${key} AS id, sum(d.${figure}) AS total FROM ${table} d
      WHERE d.${key} IN (SELECT id FROM held) AND d.day <= $2::date ${since} GROUP BY d.${key}
    ) s WHERE s.id = r.id AND r.${column} <> s.total`;
}
