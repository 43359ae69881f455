import type { DatabaseService } from '../../../platform/database/database.service.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { searching, sql, type Statement } from '../../../platform/database/sql.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { Refusal } from '../../../platform/http/refusal.js';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The values before the first row, upwards and downwards, by the type of the key. */
const STARTS = {
  timestamptz: ['-infinity', 'infinity'],
  date: ['-infinity', 'infinity'],
  numeric: ['-infinity', 'infinity'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
  int: ['-2147483648', '2147483647'],
  text: ['', undefined],
  uuid: [FIRST_ID, LAST_ID],
} as const;

/** An order of rows: by an expression that is never NULL, then by the id in the same direction. */
interface Sort {
  by: string;
  type: keyof typeof STARTS;
  /** Downwards unless it says otherwise. A text cannot be sorted downwards. */
  order?: 'ASC' | 'DESC';
}

interface ListOptions<Filter extends string, SortName extends string> {
  /** Begins with the slug. Names the statements, and the cursors, so that a cursor of another list is refused. */
  name: string;
  columns: string;
  /** The table with its joins, without FROM. */
  from: string;
  /** The id of a row, such as `t.id`: it must be among the columns. */
  id: string;
  /** The conditions that always hold, with `$1` and so on for the `values` of a call. */
  where?: string;
  /**
   * A condition by the name of the filter; each `?` stands for its value. A filter whose value is undefined is left out.
   */
  filters?: Record<Filter, string>;
  sorts: Record<SortName, Sort>;
  /**
   * Statements are planned for their values at each call, because a generic plan reads and sorts all rows with a common
   * tag. `true` prepares them by name instead, where one index serves whatever the values are.
   */
  prepared?: boolean;
}

interface ListCall<Filter extends string, SortName extends string> {
  values?: readonly unknown[];
  filters?: { [Name in Filter]?: unknown };
  sort: SortName;
  query: PageQuery;
  /**
   * The filters let few rows through, which are all read and then sorted. Otherwise the planner may look for them in the
   * order of an index, as if they were spread evenly.
   */
  few?: boolean;
}

/** A list with optional filters, a choice of orders and keyset pages. Its statements are written from its options. */
export class List<Filter extends string, SortName extends string> {
  private readonly filterNames: Filter[];

  constructor(private readonly options: ListOptions<Filter, SortName>) {
    this.filterNames = Object.keys(options.filters ?? {}) as Filter[];
  }

  async page<Row extends { id: string }>(
    database: DatabaseService,
    { values = [], filters = {}, sort, query, few = false }: ListCall<Filter, SortName>,
  ): Promise<Page<Row>> {
    const keyset = new Keyset({ name: `${this.options.name} ${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = keyset.read(query);
    if (slice.after && slice.after.length !== 2) throw new Refusal(400, 'Invalid cursor');
    const given = this.filterNames.filter((name) => filters[name] !== undefined);
    const statement = this.statement(sort, given, values.length, few);
    const found = await database.rows<Row & { list_key: string }>(statement, [
      ...values,
      ...(slice.after ?? this.start(sort)),
      slice.fetch,
      ...given.flatMap((name) => (this.takesValue(name) ? [filters[name]] : [])),
    ]);
    const page = keyset.cut(found, slice, ({ list_key, id }) => [list_key, id]);
    for (const row of page.rows) for (const name of ['list_key', 'list_order']) Reflect.deleteProperty(row, name);
    return page;
  }

  private statement(sort: SortName, given: Filter[], fixed: number, few: boolean): Statement {
    const { name, columns, from, id, where = 'true', filters, prepared } = this.options;
    const { by, type, order = 'DESC' } = this.options.sorts[sort];
    let parameter = fixed + 3;
    const conditions = given.map((filter) => {
      if (this.takesValue(filter)) parameter++;
      return filters?.[filter].replaceAll('?', `$${parameter}`);
    });
    const after = `(${by}, ${id}) ${order === 'ASC' ? '>' : '<'} ($${fixed + 1}::${type}, $${fixed + 2}::uuid)`;
    const letters = given.map((filter) => String.fromCodePoint(A + this.filterNames.indexOf(filter))).join('');
    const rest = `FROM ${from} WHERE ${[where, ...conditions, after].join(' AND ')}`;
    const limit = `LIMIT $${fixed + 3}`;
    return (prepared ? sql : searching)(
      [name, sort, letters, few ? 'few' : ''].filter(Boolean).join(' '),
      few
        ? `SELECT * FROM (SELECT ${columns}, (${by})::text AS list_key, ${by} AS list_order ${rest} OFFSET 0) few
           ORDER BY list_order ${order}, id ${order} ${limit}`
        : `SELECT ${columns}, (${by})::text AS list_key ${rest} ORDER BY ${by} ${order}, ${id} ${order} ${limit}`,
    );
  }

  private takesValue(filter: Filter): boolean {
    return this.options.filters?.[filter].includes('?') ?? false;
  }

  private start(sort: SortName): string[] {
    const { type, order } = this.options.sorts[sort];
    const at = order === 'ASC' ? 0 : 1;
    const start = STARTS[type][at];
    if (start === undefined) throw new Error(`The list ${this.options.name} sorts a text downwards`);
    return [start, STARTS.uuid[at]];
  }
}

const A = 'a'.charCodeAt(0);

/** A pattern of LIKE and ILIKE for values that contain the text as it is written. */
export const containing = (text: string) => `%${escaped(text)}%`;
/** A pattern of LIKE and ILIKE for values that begin with the text as it is written. */
export const startingWith = (text: string) => `${escaped(text)}%`;

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
