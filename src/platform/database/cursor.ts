import type { QueryResultRow } from 'pg';

/** Sends a statement on one connection, inside the transaction that is open there. */
export type Ask = (text: string, values?: unknown[]) => Promise<{ rows: QueryResultRow[] }>;

/**
 * The number of rows per fetch: few at first, then as many as `bytes` hold. The upper bound limits the size
 * of a batch when long rows follow short ones.
 */
const BATCH = { first: 10, most: 50, bytes: 256 * 1024 };

let opened = 0;

/** Reads the rows of a statement in batches. `write` turns each row into text. */
export async function* readByCursor(
  ask: Ask,
  { text, values }: { text: string; values: unknown[] },
  write: (row: QueryResultRow) => string,
): AsyncGenerator<string[]> {
  const name = `rows_${++opened}`;
  await ask(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, values);
  for (let wanted = BATCH.first; ;) {
    const { rows } = await ask(`FETCH ${wanted} FROM ${name}`);
    const written = rows.map(write);
    if (written.length) yield written;
    if (rows.length < wanted) break;
    const length = written.reduce((sum, one) => sum + one.length, 0);
    wanted = Math.max(1, Math.min(wanted * 2, BATCH.most, Math.floor((BATCH.bytes * rows.length) / length)));
  }
  await ask(`CLOSE ${name}`);
}
