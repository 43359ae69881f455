import { createHash } from 'node:crypto';
import { Refusal } from '../http/refusal.js';
import { type Statement, sql } from './sql.js';

type Key = string | number | Date;

const CHECKSUM_LENGTH = 8;

export interface PageQuery {
  cursor?: string;
  limit?: string;
}

interface PageOptions {
  /** The name of the list; a cursor of another list is refused. */
  name: string;
  defaultLimit: number;
  maxLimit: number;
}

export interface Slice {
  /** One more than the page shows: the extra row shows that there is a next page. */
  fetch: number;
  limit: number;
  /** The key values of the last row of the previous page, as text; undefined on the first page. */
  after?: string[];
}

export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** Cuts a page whose cursor is the id of the last row, as the API defines it for messages. */
export function cutById<Row extends { id: string }>(found: Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit);
  return { rows, next_cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** Sorts before all rows, so the first page of a list with the newest first starts here. */
const BEFORE_NEWEST: [at: string, id: string] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** The values of `(created_at, id) < ($n, $n::uuid) … LIMIT $n`, for the first page and for all others. */
export const newestFirst = ({ after, fetch }: Slice): unknown[] => [
  after?.[0] ?? BEFORE_NEWEST[0],
  after?.[1] ?? BEFORE_NEWEST[1],
  fetch,
];

/** The statements of a list for staff. */
export interface Queue {
  all: Statement;
  ofStatus: Statement;
}

/** `read` is a SELECT from a table with `id`, `created_at` and `status`; `where` limits it to some of the rows. */
export function queueOf(name: string, read: string, where = 'true'): Queue {
  const statement = (suffix: string, condition: string) =>
    sql(
      name + suffix,
      `${read} WHERE ${where} AND ${condition} (created_at, id) < ($1, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT $3`,
    );
  return { all: statement('', ''), ofStatus: statement('_of_status', 'status = $4 AND') };
}

/** Keyset pagination: no row is skipped or repeated under writes, and page 10,000 costs what page 1 costs. */
export class Keyset {
  constructor(private readonly options: PageOptions) {}

  read({ cursor, limit }: PageQuery): Slice {
    const rows = this.parseLimit(limit);
    return {
      limit: rows,
      fetch: rows + 1,
      after: cursor === undefined ? undefined : this.decodeCursor(cursor),
    };
  }

  /** Removes the extra row and creates the cursor from the last row shown. */
  cut<Row>(rows: Row[], { limit }: Slice, keys: (row: Row) => Key[]): Page<Row> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { rows: shown, next_cursor: rows.length > limit && last ? this.encodeCursor(keys(last)) : null };
  }

  private parseLimit(given: string | undefined): number {
    if (given === undefined) return this.options.defaultLimit;
    if (!/^\d+$/.test(given) || Number(given) < 1) throw new Refusal(400, 'Invalid limit');
    return Math.min(Number(given), this.options.maxLimit);
  }

  private encodeCursor(keys: Key[]): string {
    const body = JSON.stringify(keys);
    return Buffer.from(this.checksum(body) + body).toString('base64url');
  }

  private decodeCursor(cursor: string): string[] {
    const text = Buffer.from(cursor, 'base64url').toString();
    const body = text.slice(CHECKSUM_LENGTH);
    // The cursor is encoded again and compared, because decoding ignores characters that are not base64url
    // and the spare bits of the last one.
    const genuine = Buffer.from(this.checksum(body) + body).toString('base64url') === cursor;
    const keys = genuine ? parseKeys(body) : undefined;
    if (!keys) throw new Refusal(400, 'Invalid cursor');
    return keys;
  }

  /**
   * A checksum that detects a cursor that was cut, changed or taken from another list. It is no protection
   * against forgery.
   */
  private checksum(body: string): string {
    return createHash('sha256').update(`${this.options.name}\n${body}`).digest('base64url').slice(0, CHECKSUM_LENGTH);
  }
}

/** A caller can forge a cursor, so its content is checked like any other input. */
function parseKeys(body: string): string[] | undefined {
  try {
    const keys: unknown = JSON.parse(body);
    const good = Array.isArray(keys) && keys.length > 0 && keys.every((key) => KEY_TYPES.has(typeof key));
    return good ? keys.map(String) : undefined;
  } catch {
    return undefined;
  }
}

const KEY_TYPES = new Set(['string', 'number']);
