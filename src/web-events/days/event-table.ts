/**
 * Numbers of one day, for each thing by itself. Expressions are of the event `e` and of the thing `r` that it is of;
 * figures add up over days.
 */
export interface DayTable {
  table: string;
  /** The column of the event that says what is counted; the day table has it too, and is unique by it and the day. */
  key: string;
  /** More columns that the day table has of the event, the same for all events of a key. */
  also?: string[];
  figures: Record<string, string>;
  /** Which events count; else all. */
  where?: string;
  /**
   * What the numbers are told apart by, where the table is one of values: unique by its key, `dimension`, `day` and
   * `value`. Events without a value are left out.
   */
  dimensions?: Record<string, string>;
}

/** A table of events that an app only ever adds to, and what is counted of them by days of UTC. */
export interface EventTable {
  /** Of the app; names the row of its state. */
  name: string;
  table: string;
  /** The things that events are of; those of a thing that is gone are not counted. */
  things: { table: string; key: string };
  /** The column that the events' index begins with, before `created_at`; the things' key where it is not given. */
  indexed?: string;
  /** With `name` and `rolled_through`. */
  state: string;
  days: DayTable[];
  /** A column of the things that has the sum over all closed days of a figure of the first day table. */
  closed?: { column: string; figure: string };
  /** How long events themselves are kept. */
  retentionDays?: number;
}

/** A provider of an app that says which events are counted by the hour, and thrown away when they are old. */
export abstract class CountedEvents {
  abstract readonly events: EventTable;
}

/** The column that the events' index begins with. */
export const indexOf = ({ indexed, things }: EventTable) => indexed ?? things.key;

/** Each figure as a column. */
export const columnsOf = ({ figures }: DayTable) =>
  Object.entries(figures).map(([name, expression]) => `(${expression})::int AS ${name}`);

/** The rows of each dimension's value. */
export const valuesOf = (dimensions: Record<string, string>) =>
  `CROSS JOIN LATERAL (VALUES ${Object.entries(dimensions)
    .map(([name, expression]) => `('${name}', (${expression})::text)`)
    .join(', ')}) v (dimension, value)`;

/** Midnight of a day in UTC. */
export const midnight = (day: string) => `((${day})::timestamp AT TIME ZONE 'UTC')`;

/** The last day that is closed. */
export const closedThrough = ({ name, state }: EventTable) =>
  `coalesce((SELECT rolled_through FROM ${state} WHERE name = '${name}'), '-infinity'::date)`;

/** When the first day began that is not: what is counted until then, the day tables know. */
export const openSince = (events: EventTable) => midnight(`${closedThrough(events)} + 1`);
