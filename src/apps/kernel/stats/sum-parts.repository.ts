import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';

/**
 * A table whose rows are parts of sums, which triggers add (decision 0042): a sum is that of all rows with the same key. It has
 * a column `folded`, and an index over the ids of the rows that are not.
 */
export interface SumParts {
  /** Begins the names of the statements. */
  name: string;
  table: string;
  /** The column with the user whom the sums are of; a part of the key. */
  owner: string;
  /** The other columns of the key; none of them is null. */
  key: readonly string[];
  sums: readonly string[];
}

/** An app extends it with its table, and a job calls `fold` until nothing is left. */
export abstract class SumPartsRepository extends BaseRepository {
  protected abstract readonly parts: SumParts;
  private known: ReturnType<typeof statementsOf> | undefined;

  /** Makes one row of several for up to 5,000 new rows. False: none are left, or another process folds. */
  async fold(): Promise<boolean> {
    this.known ??= statementsOf(this.parts);
    const { taken } = await this.onlyOne<{ taken: boolean }>(this.known.turn);
    return taken && (await this.onlyOne<{ rows: number }>(this.known.fold)).rows > 0;
  }
}

function statementsOf({ name, table, owner, key, sums }: SumParts) {
  const columns = [owner, ...key].join(', ');
  const same = key.map((column) => `d.${column} = f.${column}`);
  const returned = [owner, ...key, ...sums].map((column) => `d.${column}`).join(', ');
  return {
    turn: sql(`${name}_turn`, `SELECT pg_try_advisory_xact_lock(hashtext('${table}')) AS taken`),
    // Rows that are added meanwhile are not seen, and stay for the next time. So do those of an owner whose account is being
    // deleted: the deletion waits for nothing here.
    fold: sql(
      `${name}_fold`,
      `WITH fresh AS (
         SELECT DISTINCT ${columns} FROM (SELECT * FROM ${table} WHERE NOT folded ORDER BY id LIMIT 5000) oldest
       ), owners AS (
         SELECT id FROM account.users WHERE id IN (SELECT ${owner} FROM fresh) ORDER BY id FOR KEY SHARE SKIP LOCKED
       ), gone AS (
         DELETE FROM ${table} d USING fresh f JOIN owners o ON o.id = f.${owner}
         WHERE d.${owner} = f.${owner} AND ${same.join(' AND ')}
         RETURNING ${returned}
       ), folded AS (
         INSERT INTO ${table} (${columns}, ${sums.join(', ')}, folded)
         SELECT ${columns}, ${sums.map((column) => `sum(${column})`).join(', ')}, true FROM gone
         GROUP BY ${columns} HAVING ${sums.map((column) => `sum(${column}) <> 0`).join(' OR ')}
       ) SELECT count(*)::int AS rows FROM gone`,
    ),
  };
}
