import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { schemaOf } from './app.js';
import type { AppExport, Exported } from './app-export.js';

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

/** What a user has in an app where that is rows of its tables. */
export abstract class TableExport extends Repository implements AppExport {
  protected abstract readonly statements: ReturnType<typeof exportStatements>;

  async of(userId: string): Promise<Exported> {
    const read = this.statements.map(async ([table, statement]) => {
      const rows = await this.rows<{ row: object }>(statement, userId);
      return [table, rows.map(({ row }) => row)] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }
}
