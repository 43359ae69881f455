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
  /** So many values of a dimension and day are kept by themselves. Defaults to 200. */
  most?: number;
}

interface Things {
  table: string;
  /** The column of events and day tables that refers to them. */
  key: string;
  /** A column with the moment from which events count; null in it: all of them. */
  countedFrom?: string;
  /** Days are in UTC without it. */
  local?: LocalDays;
}

/** Each thing has a column with its IANA zone and one with its last closed day. */
export interface LocalDays {
  zone: string;
  through: string;
  /** If zones may change: the column with the zone before, and that with the moment from which `zone` counts, or null. */
  changed?: { before: string; at: string };
  /**
   * How long after its end a day is closed (`10 minutes`), so that all of its events are written by then. Such a day is
   * not counted again.
   */
  settles?: string;
  /** How many things are counted by one statement. */
  batch?: number;
}

/** An append-only table of events, and the day tables that count them. */
export interface EventTable {
  /** Unique over all apps; names the row of the state table. */
  name: string;
  table: string;
  /** What the events are about. Events of deleted things are not counted. */
  things: Things;
  /** The first column of the index on events, before `created_at`. Defaults to the key of the things. */
  indexed?: string;
  /** The table with `name` and `rolled_through`. It is needed unless the things have local days. */
  state?: string;
  days: DayTable[];
  /** A column of the things with the sum over all closed days of a figure of the first day table. */
  closed?: { column: string; figure: string };
  /** How long events are kept. Defaults to 90 days. */
  retentionDays?: number;
}

/** Extension point: an app declares a table of events that is counted by day and purged. */
export abstract class EventTableDeclaration {
  abstract readonly events: EventTable;

  /**
   * Called when a day is counted, or counted again; inside the transaction that counts it. `_things` are the ids of those
   * that are counted, if their days are local.
   */
  dayClosed(_day: string, _things: string[]): Promise<void> {
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

/** SQL expression for midnight of a day. */
export const midnight = (day: string, zone = `'UTC'`) => `((${day})::timestamp AT TIME ZONE ${zone})`;

const dateIn = (zone: string, moment: string) => `(${moment} AT TIME ZONE ${zone})::date`;

/** SQL expression for the start of a day, for the thing `r`. The day in which its zone changes is longer or shorter. */
export function startOf({ things: { local } }: EventTable, day: string): string {
  if (!local) return midnight(day);
  const start = midnight(day, `r.${local.zone}`);
  if (!local.changed) return start;
  const [before, at] = [`r.${local.changed.before}`, `r.${local.changed.at}`];
  return `(CASE WHEN ${at} IS NULL OR ${day} > ${dateIn(`r.${local.zone}`, at)}
    THEN ${start} ELSE least(${midnight(day, before)}, ${at}) END)`;
}

/** SQL expression for the day on which a moment is, for the thing `r`. */
export function dayOf({ things: { local } }: EventTable, moment: string): string {
  const day = dateIn(local ? `r.${local.zone}` : `'UTC'`, moment);
  if (!local?.changed) return day;
  const [before, at] = [`r.${local.changed.before}`, `r.${local.changed.at}`];
  return `(CASE WHEN ${at} IS NULL OR ${moment} >= ${at}
    THEN ${day} ELSE least(${dateIn(before, moment)}, ${dateIn(`r.${local.zone}`, at)}) END)`;
}

/** SQL expression for the last closed day, of the thing `r` where days are local. */
export const closedThrough = ({ name, state, things: { local } }: EventTable) =>
  local
    ? `coalesce(r.${local.through}, '-infinity'::date)`
    : `coalesce((SELECT rolled_through FROM ${state} WHERE name = '${name}'), '-infinity'::date)`;

/** SQL expression for the start of the first open day. Day tables have the figures before it. */
export const openSince = (events: EventTable) => startOf(events, `(${closedThrough(events)} + 1)`);

/** SQL condition: the event `e` of the thing `r` counts. */
export const counts = ({ things: { countedFrom } }: EventTable, { where = 'TRUE' }: Pick<DayTable, 'where'> = {}) =>
  countedFrom ? `(${where}) AND (r.${countedFrom} IS NULL OR e.created_at >= r.${countedFrom})` : `(${where})`;

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
