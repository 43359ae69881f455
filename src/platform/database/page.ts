import { createHash } from 'node:crypto';
import { Refusal } from '../http/refusal.js';

type Key = string | number | Date;

const CHECK = 8;

export interface PageQuery {
  cursor?: string;
  limit?: string;
}

interface PageOptions {
  /** Names the list, so that a cursor of another list is refused. */
  name: string;
  defaultLimit: number;
  maxLimit: number;
}

export interface Slice {
  /** One more than the page shows: the extra row tells that there is a next page. */
  fetch: number;
  limit: number;
  /** The key values of the last row seen, as text; undefined on the first page. */
  after?: string[];
}

export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** What a page shows where its cursor is the id of the last row, as the API has it for messages. */
export function cutById<Row extends { id: string }>(found: Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit);
  return { rows, next_cursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/** Before everything: where a list that begins with the newest starts. */
const END: [at: string, id: string] = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** The values of `(created_at, id) < ($n, $n::uuid) … LIMIT $n`, on the first page as on every other. */
export const newestFirst = ({ after, fetch }: Slice): unknown[] => [
  after?.[0] ?? END[0],
  after?.[1] ?? END[1],
  fetch,
];

/** Keyset pages: whole under writes, and page 10,000 costs what page 1 costs. */
export class Keyset {
  constructor(private readonly options: PageOptions) {}

  read({ cursor, limit }: PageQuery): Slice {
    const rows = this.limit(limit);
    return { limit: rows, fetch: rows + 1, after: cursor === undefined ? undefined : this.open(cursor) };
  }

  /** Cuts the extra row off and makes the cursor from the last row shown. */
  cut<Row>(rows: Row[], { limit }: Slice, keys: (row: Row) => Key[]): Page<Row> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { rows: shown, next_cursor: rows.length > limit && last ? this.seal(keys(last)) : null };
  }

  private limit(given: string | undefined): number {
    if (given === undefined) return this.options.defaultLimit;
    if (!/^\d+$/.test(given) || Number(given) < 1) throw new Refusal(400, 'Invalid limit');
    return Math.min(Number(given), this.options.maxLimit);
  }

  private seal(keys: Key[]): string {
    const body = JSON.stringify(keys);
    return Buffer.from(this.check(body) + body).toString('base64url');
  }

  private open(cursor: string): string[] {
    const text = Buffer.from(cursor, 'base64url').toString();
    const body = text.slice(CHECK);
    // Sealed anew, because decoding overlooks what is no base64url and the bits that fill up the last letter.
    const genuine = Buffer.from(this.check(body) + body).toString('base64url') === cursor;
    const keys = genuine ? listOf(body) : undefined;
    if (!keys) throw new Refusal(400, 'Invalid cursor');
    return keys;
  }

  /** Tells a cursor that was cut, changed or taken from another list; it hides nothing and guards nothing. */
  private check(body: string): string {
    return createHash('sha256').update(`${this.options.name}\n${body}`).digest('base64url').slice(0, CHECK);
  }
}

/** Whoever reads this file can make a cursor: what it holds is looked at like any other input. */
function listOf(body: string): string[] | undefined {
  try {
    const keys: unknown = JSON.parse(body);
    const good = Array.isArray(keys) && keys.length > 0 && keys.every((key) => KINDS.has(typeof key));
    return good ? keys.map(String) : undefined;
  } catch {
    return undefined;
  }
}

const KINDS = new Set(['string', 'number']);
