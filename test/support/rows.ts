import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

export type Row = Record<string, unknown>;

interface Column {
  name: string;
  type: string;
  /** True when an insert needs a value. */
  needed: boolean;
  /** The table and column that it references. */
  parent: string | null;
  key: string | null;
  /** The check constraint of this column. */
  check: string;
}

const COLUMNS = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    (a.attnotnull OR a.attname = 'owner_id') AND d.adbin IS NULL AND a.attidentity = '' AS needed,
    link.confrelid::regclass::text AS parent, p.attname AS key,
    coalesce((SELECT string_agg(pg_get_constraintdef(oid), ' ') FROM pg_constraint
      WHERE contype = 'c' AND conrelid = a.attrelid AND conkey = ARRAY[a.attnum]), '') AS check
  FROM pg_attribute a
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN LATERAL (
    SELECT c.confrelid, k.there FROM pg_constraint c, unnest(c.conkey, c.confkey) AS k (here, there)
    WHERE c.contype = 'f' AND c.conrelid = a.attrelid AND k.here = a.attnum LIMIT 1
  ) link ON true
  LEFT JOIN pg_attribute p ON p.attrelid = link.confrelid AND p.attnum = link.there
  WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const USERS = 'account.users';
const PERSON = /^(owner|seller|user|buyer|author)_id$/;

/** Creates rows of any table: parent rows first, and required columns filled from the catalogue. */
export class Rows {
  private readonly known = new Map<string, Promise<Column[]>>();
  private readonly made = new Map<string, Promise<Row>>();
  private readonly making = new Set<string>();
  private count = 0;

  /** `guesses`: values for columns that cannot be derived, by table. */
  constructor(
    private readonly database: Pool,
    private readonly ownerId: string,
    private readonly guesses: Record<string, object> = {},
  ) {}

  /** Returns the same row for every request, so that its child rows belong together. */
  the(table: string): Promise<Row> {
    const made = this.made.get(table) ?? this.make(table);
    this.made.set(table, made);
    return made;
  }

  async make(table: string, values: Row = {}): Promise<Row> {
    this.making.add(table);
    const row: Row = { ...this.guesses[table.slice(table.indexOf('.') + 1)], ...values };
    for (const column of await this.columns(table)) {
      if (column.name in row) continue;
      const value = await this.value(column, table);
      if (value !== undefined) row[column.name] = value;
    }
    this.making.delete(table);
    const names = Object.keys(row).map((name) => `"${name}"`);
    const places = names.map((_, at) => `$${at + 1}`);
    const { rows } = await this.database.query(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
      Object.values(row),
    );
    return rows[0];
  }

  /** A nullable reference gets a parent too, except for cycles and references to the same table. */
  private async value(column: Column, table: string): Promise<unknown> {
    const { parent, key, needed } = column;
    if (!parent) return needed ? this.invented(column) : undefined;
    if (parent === USERS) return needed ? this.ownerId : undefined;
    if (!needed && (this.making.has(parent) || schemaOf(parent) !== schemaOf(table))) return undefined;
    return (await this.the(parent))[key as string];
  }

  private columns(table: string): Promise<Column[]> {
    const known = this.known.get(table) ?? this.database.query<Column>(COLUMNS, [table]).then(({ rows }) => rows);
    this.known.set(table, known);
    return known;
  }

  private invented({ name, type, check }: Column): unknown {
    const [, listed] = /ARRAY\['([^']*)'/.exec(check) ?? /= '([^']*)'/.exec(check) ?? [];
    if (listed !== undefined) return listed;
    if (type.endsWith('[]')) return [];
    if (type === 'uuid') return PERSON.test(name) ? this.ownerId : randomUUID();
    if (type === 'boolean') return false;
    if (type.startsWith('json')) return '{}';
    if (type === 'bytea') return Buffer.from([0]);
    if (type === 'date' || type.startsWith('time')) return new Date();
    if (/^(small|big)?int|^numeric|^double|^real/.test(type)) return leastOf(check);
    const length = Number(/\((\d+)\)/.exec(type)?.[1] ?? 20);
    const known = { currency: 'usd', timezone: 'UTC' }[name];
    return known ?? `${name}-${++this.count}`.slice(0, length);
  }
}

const schemaOf = (table: string) => table.slice(0, table.indexOf('.'));

function leastOf(check: string): number {
  const [, sign, bound] = />(=?) '?\(?(-?\d+)/.exec(check) ?? [];
  return bound === undefined ? 1 : Number(bound) + (sign ? 0 : 1);
}
