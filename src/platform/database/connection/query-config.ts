import type { Pool, QueryConfig, QueryResultRow } from 'pg';
import { isStalePlan } from '../database-error.js';
import type { Statement } from '../sql.js';

export type Asked = Pick<Statement, 'text'> & Partial<Pick<Statement, 'name' | 'prepared'>>;

export const queryOf = (
  { name, text, prepared }: Asked,
  values?: unknown[],
  prepares = true,
): QueryConfig<unknown[]> => (prepared && prepares ? { name, text, values } : { text, values: values as unknown[] });

/**
 * Runs a statement outside a transaction. After an outdated plan the pool drops that connection, but others
 * may be as old, so the retry sends no name.
 */
export async function askPool<Row extends QueryResultRow>(pool: Pool, statement: Statement, values: unknown[]) {
  try {
    return await pool.query<Row>(queryOf(statement, values));
  } catch (error) {
    if (!statement.prepared || !isStalePlan(error)) throw error;
    return pool.query<Row>(queryOf(statement, values, false));
  }
}
