import { sql, type Statement } from '../../../platform/database/sql.js';
import { rowsOf } from '../../../platform/exports/export-node.js';
import { schemaOf } from '../app.js';
import { AppExport, type Exported } from './app-export.js';

/**
 * `tables`: of each, which rows are the user's, who is `$1`. `shown`: of which tables not all columns are shown, as an
 * expression over `t`.
 */
export const exportStatements = (
  slug: string,
  tables: Record<string, string>,
  shown: Record<string, string> = {},
): [table: string, statement: Statement][] =>
  Object.entries(tables).map(([table, where]) => [
    table,
    sql(
      `${slug}_export ${table}`,
      `SELECT ${shown[table] ?? 'to_jsonb(t)'} AS row FROM ${schemaOf(slug)}.${table} t WHERE ${where} ORDER BY id`,
    ),
  ]);

/** The export of an app that is rows of its tables. */
export abstract class TableExport extends AppExport {
  protected abstract readonly statements: ReturnType<typeof exportStatements>;

  of(userId: string): Exported {
    const tables = this.statements.map(([table, statement]) => [table, rowsOf(statement, [userId], { column: 'row' })]);
    return Object.fromEntries(tables) as Exported;
  }
}
