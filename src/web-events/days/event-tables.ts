/**
 * The figures of one day per thing. Expressions refer to the event as `e` and to its thing as `r`; figures
 * add up over days.
 */
export interface DayTable {
  table: string;
  /**
   * The column of the event by which it is counted. The day table has the same column, unique together with the day.
   */
  key: string;
  /** Further columns that the day table copies from the event. They are the same for all events of a key. */
  also?: string[];
  figures: Record<string, string>;
  /** Which events count; all without it. */
  where?: string;
  /**
   * If set, the table has one row per value, unique by its key, `dimension`, `day` and `value`. Events
   * without a value are left out.
   */
  dimensions?: Record<string, string>;
}

/** An append-only table of events, and the day tables (in UTC) that count them. */
export interface EventTable {
  /** Unique over all apps; names the row of the state table. */
  name: string;
  table: string;
  /** The table of the things and the column that refers to it. Events of deleted things are not counted. */
  things: { table: string; key: string };
  /** The first column of the index on events, before `created_at`. Defaults to the key of the things. */
  indexed?: string;
  /** A table with `name` and `rolled_through`. */
  state: string;
  days: DayTable[];
  /** A column of the things with the sum over all closed days of a figure of the first day table. */
  closed?: { column: string; figure: string };
  /** How long events are kept. Defaults to 90 days. */
  retentionDays?: number;
}

/** Extension point: an app declares a table of events that is counted by day and purged. */
export abstract class EventTableDeclaration {
  abstract readonly events: EventTable;

  /** Called when a day is counted, or counted again; inside the transaction that counts it. */
  dayClosed(_day: string): Promise<void> {
    return Promise.resolve();
  }
}

/** The first column of the index on events. */
export const indexOf = ({ indexed, things }: EventTable) => indexed ?? things.key;

/** One SQL column per figure. */
export const columnsOf = ({ figures }: DayTable) =>
  Object.entries(figures).map(([name, expression]) => `(${expression})::int AS ${name}`);

/** One row per dimension of an event. */
export const valuesOf = (dimensions: Record<string, string>) =>
  `CROSS JOIN LATERAL (VALUES ${Object.entries(dimensions)
    .map(([name, expression]) => `('${name}', (${expression})::text)`)
    .join(', ')}) v (dimension, value)`;

/** SQL expression for midnight of a day in UTC. */
export const midnight = (day: string) => `((${day})::timestamp AT TIME ZONE 'UTC')`;

/** SQL expression for the last closed day. */
export const closedThrough = ({ name, state }: EventTable) =>
  `coalesce((SELECT rolled_through FROM ${state} WHERE name = '${name}'), '-infinity'::date)`;

/** SQL expression for the start of the first open day. Day tables have the figures before it. */
export const openSince = (events: EventTable) => midnight(`${closedThrough(events)} + 1`);

/**
 * Repeats `step` for each table until it returns false. A failing table does not stop the others; its error
 * is thrown at the end.
 */
export async function forEachTable(
  tables: EventTableDeclaration[],
  step: (declaration: EventTableDeclaration) => Promise<boolean>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const declaration of tables) {
    try {
      while (await step(declaration));
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length) throw faults[0];
}
