import type { Pool } from 'pg';

/** The time limit of a batch or an ANALYZE on a busy machine. */
const LONGEST_MS = 600_000;

export type Run = (text: string, values?: unknown[]) => Promise<{ rows: object[] }>;

export async function inTransaction<T>(pool: Pool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = ${LONGEST_MS}`);
    const result = await work((text, values) => client.query(text, values));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** For a statement that ends with `SELECT count(*)::int AS made`. */
export async function countMade(run: Run, text: string, values: unknown[]): Promise<number> {
  const [row] = (await run(text, values)).rows as { made: number }[];
  return row?.made ?? 0;
}
