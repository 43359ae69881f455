import type { Pool } from 'pg';

const OURS = `n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'public', 'jobs', 'sandbox')`;

/** Every table with its columns, constraints and indexes, as text that is readable in a diff. */
export async function describeSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ definition: string }>(`
    SELECT 'TABLE ' || c.oid::regclass || E'\\n' || (
      SELECT string_agg('  ' || line, E'\\n' ORDER BY kind, at, line) FROM (
        SELECT 1 AS kind, a.attnum AS at, a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
          || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
          || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        UNION ALL
        SELECT 2, 0, 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint WHERE conrelid = c.oid AND contype <> 'n'
        UNION ALL
        SELECT 3, 0, pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = c.oid AND NOT indisprimary
        UNION ALL
        SELECT 4, 0, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal
      ) lines
    ) AS definition
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND ${OURS} ORDER BY n.nspname, c.relname`);
  return `${rows.map(({ definition }) => definition).join('\n\n')}\n`;
}
