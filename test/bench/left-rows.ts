import type { Pool } from 'pg';

/** Tables that a process of the service writes by itself, and not for a request. */
const NOT_OF_REQUESTS = new Set([
  'platform.migrations',
  'platform.web_event_salts',
  'realtime.connections',
  'realtime.instances',
  'realtime.origin',
  'realtime.uptime',
]);
const TABLES = `
  SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema', 'jobs') ORDER BY 1`;

interface Row {
  table: string;
  /** As JSON, with the names of the columns in the order of PostgreSQL. */
  row: string;
}
export interface Change extends Row {
  /** True for a new row and for the new version of a changed one, false for the row that was there before. */
  isLeft: boolean;
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g;
const BYTES = /\\\\x([0-9a-f]*)/g;
/** Columns with random values. */
const RANDOM: Record<string, RegExp> = {
  'ext_shortlinks.links': /(?<="slug": ")\w+/g,
  'ext_qr.codes': /(?<="key": "|\/public\/)\w+/g,
  'ext_products.licenses': /(?<="key": ")[\w-]+/g,
};
/** What depends on the order of requests that run at once: sequence numbers, and the state that an event contains. */
const ORDERED: Record<string, RegExp> = {
  'realtime.events': /(?<="(seq|unread_count)": )\d+/g,
  'community.room_messages': /(?<="seq": )\d+/g,
  'community.room_members': /(?<="read_seq": )\d+/g,
};

/** All rows of the database that requests can write. */
export async function readRows(database: Pool): Promise<Row[]> {
  const { rows: tables } = await database.query<{ name: string }>(TABLES);
  const names = tables.map(({ name }) => name).filter((name) => !NOT_OF_REQUESTS.has(name));
  const reads = names.map((name) => `SELECT '${name}' AS "table", to_jsonb(t)::text AS row FROM ${name} t`);
  return (await database.query<Row>(reads.join(' UNION ALL '))).rows;
}

export const idsIn = (rows: Row[]): Set<string> => new Set(rows.flatMap(({ row }) => row.match(UUID) ?? []));

export function changesBetween(before: Row[], after: Row[]): Change[] {
  const keyOf = ({ table, row }: Row) => `${table} ${row}`;
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return [
    ...before.filter((row) => !now.has(keyOf(row))).map((row) => ({ ...row, isLeft: false })),
    ...after.filter((row) => !old.has(keyOf(row))).map((row) => ({ ...row, isLeft: true })),
  ];
}

/** How many rows of each table are new or have a new version, and how many are gone or had another version. */
export function countByTable(changes: Change[]): Record<string, { left: number; before: number }> {
  const counts: Record<string, { left: number; before: number }> = {};
  for (const { table, isLeft } of changes) {
    const count = (counts[table] ??= { left: 0, before: 0 });
    count[isLeft ? 'left' : 'before']++;
  }
  return counts;
}

/**
 * The changed rows without moments, random values and new ids, sorted: the same for two databases in which the same has
 * happened. A new id is replaced by the table whose row has it. `known` are the ids that both databases had before;
 * `inAnyOrder` also leaves out what depends on the order of the requests.
 */
export function comparable(changes: Change[], known: Set<string>, { inAnyOrder = false } = {}): string[] {
  const tables = new Map<string, string>();
  for (const { table, row } of changes) {
    const { id } = JSON.parse(row) as { id?: string };
    if (id !== undefined && !known.has(id)) tables.set(id, table);
  }
  const shown = ({ table, row, isLeft }: Change) => {
    const text = row
      .replace(UUID, (id) => (known.has(id) ? id : `<new ${tables.get(id) ?? 'id'}>`))
      .replace(MOMENT, '<moment>')
      .replace(BYTES, (_, digits: string) => `<${digits.length / 2} bytes>`)
      .replace(RANDOM[table] ?? /$^/, '<random>')
      .replace((inAnyOrder && ORDERED[table]) || /$^/, '<n>');
    return `${table} ${isLeft ? 'has' : 'had'} ${text}`;
  };
  return changes.map(shown).sort();
}
