/**
 * A statement of a repository, prepared by name: PostgreSQL plans it once per connection, which made hot
 * requests a third faster than the same text without a name.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly writes: boolean;
  /** Whether it changes rows, and if so, whether it has changed none when it returns or counts none. */
  readonly changes: 'nothing' | 'counted rows' | 'any rows';
  /** Whether the statement is prepared under its name. */
  readonly prepared: boolean;
}

const names = new Map<string, string>();

/** The text of the statement with this name. */
export const textOf = (name: string) => names.get(name);

/** All declared statements by name: the benchmark and its test send the same statements. */
export const texts = (): Record<string, string> => Object.fromEntries(names);

const WRITES =
  /\b(insert\s+into|merge\s+into|update|delete\s+from|truncate|for\s+(no\s+key\s+)?update|for\s+(key\s+)?share)\b/i;

const CHANGES = /\b(insert\s+into|merge\s+into|update\s+(?!of\b)[\w.]+|delete\s+from|truncate)\b/i;
const COUNTS_CHANGES = /^\s*(insert|update|delete)\b/i;

/** `returnsChanges`: a statement with several parts returns a row if, and only if, it has changed one. */
export function sql(name: string, text: string, { returnsChanges = false } = {}): Statement {
  if (name.length > 63) throw new Error(`Statement name ${name} is longer than the 63 bytes PostgreSQL keeps`);
  const known = names.get(name);
  if (known !== undefined && known !== text) throw new Error(`Two statements are named ${name}`);
  names.set(name, text);
  const isCounted = returnsChanges || COUNTS_CHANGES.test(text);
  const changes = !CHANGES.test(text) ? 'nothing' : isCounted ? 'counted rows' : 'any rows';
  return { name, text, writes: WRITES.test(text), changes, prepared: true };
}

/** A read by a key, with a form for many keys at once. */
export interface KeyedStatement extends Statement {
  /** Takes one array for each value, and returns the rows of each key with its place, from 1. */
  readonly many: Statement;
}

/**
 * A hot read by a key of these types. `OFFSET 0` keeps PostgreSQL from joining whole tables: it runs the read for each
 * key, by the same index as alone.
 */
export function keyed(name: string, text: string, ...types: string[]): KeyedStatement {
  const arrays = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ');
  const columns = types.map((_, at) => `key_${at + 1}`).join(', ');
  const many = sql(
    `${name}_many`,
    `SELECT keys.place::int AS place, found.* FROM unnest(${arrays}) WITH ORDINALITY AS keys (${columns}, place)
     CROSS JOIN LATERAL (${text.replace(/\$(\d+)/g, 'keys.key_$1')} OFFSET 0) found`,
  );
  return { ...sql(name, text), many };
}

/**
 * A write or a lock that several callers of a shared transaction make with one statement. It takes one array for each value,
 * and returns a row with its place, from 1, for each call that has changed or locked something. The first value names the row
 * that the call changes or adds to.
 */
export interface GroupedStatement extends Statement {
  readonly isGrouped: true;
}

export const grouped = (name: string, text: string): GroupedStatement => ({
  ...sql(name, text, { returnsChanges: true }),
  isGrouped: true,
});

/**
 * A statement that is planned for its actual values each time, such as a list with a search filter. A generic
 * plan reads and sorts all rows with a common tag, where the newest twenty could be read from an index.
 */
export const searching = (name: string, text: string): Statement => ({ ...sql(name, text), prepared: false });

/** SQL that formats a timestamp as `Date.toJSON` does, for JSON that the database writes. */
export const iso = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Like `iso`, with the microseconds that PostgreSQL stores. */
export const isoExact = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * SQL that builds a JSON object from names and expressions. `jsonObject<CommentView>({…})` has exactly the fields of the
 * class of the answer; nested values are SQL as well.
 */
export const jsonObject = <View extends object = Record<string, string>>(fields: {
  [Key in keyof NoInfer<View>]-?: string;
}) =>
  `json_build_object(${Object.entries<string>(fields)
    .map(([name, expression]) => `'${name}', ${expression}`)
    .join(', ')})`;

/** SQL that aggregates a JSON list, which is empty when there are no rows. */
export const jsonList = (item: string, order: string) => `coalesce(json_agg(${item} ORDER BY ${order}), '[]')`;

/** The values of each column, for `unnest`. */
export const columnsOf = <Row>(rows: Row[], ...columns: (keyof Row)[]): unknown[][] =>
  columns.map((column) => rows.map((row) => row[column]));
