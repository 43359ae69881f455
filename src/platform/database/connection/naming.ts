import { DefaultNamingStrategy, type Table } from 'typeorm';

const nameOf = (table: Table | string) => (typeof table === 'string' ? table : table.name).split('.').at(-1);

/**
 * Uses the names that PostgreSQL chooses by default, so that migrations are plain SQL and errors contain
 * familiar names.
 */
export class PostgresNaming extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `${nameOf(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return [nameOf(table), ...columns, 'fkey'].join('_');
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return [nameOf(table), ...columns, 'key'].join('_');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return [nameOf(table), ...columns, 'idx'].join('_');
  }
}
