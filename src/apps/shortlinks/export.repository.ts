import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import type { Exported } from '../kernel/app-export.js';

const OWN_LINKS = 'link_id IN (SELECT id FROM ext_shortlinks.links WHERE owner_id = $1)';

/** Figures of days, never who clicked or who reported. */
const TABLES: Record<string, string> = {
  links: 'owner_id = $1',
  retired_slugs: 'owner_id = $1',
  link_days: OWN_LINKS,
  link_day_values: OWN_LINKS,
};

const STATEMENTS: [table: string, statement: Statement][] = Object.entries(TABLES).map(([table, where]) => [
  table,
  sql(
    `shortlinks_export ${table}`,
    `SELECT to_jsonb(t) - 'password_hash' AS row FROM ext_shortlinks.${table} t WHERE ${where} ORDER BY id`,
  ),
]);

@Injectable()
export class ExportRepository extends Repository {
  async tables(userId: string): Promise<Exported> {
    const read = STATEMENTS.map(async ([table, statement]) => {
      const rows = await this.rows<{ row: object }>(statement, userId);
      return [table, rows.map(({ row }) => row)] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }
}
