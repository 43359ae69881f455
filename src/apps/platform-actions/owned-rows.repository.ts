import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Type } from '../kernel/action.js';
import type { Exported } from '../kernel/app-export.js';

/** What a user owns in an app, read off its tables: every row that has him as its owner. */
@Injectable()
export class OwnedRows extends Repository {
  async of(entities: Type[], userId: string): Promise<Exported> {
    const tables = entities
      .map((entity) => this.database.dataSource.getMetadata(entity))
      .filter(({ columns }) => columns.some(({ databaseName }) => databaseName === 'owner_id'));
    const read = tables.map(async ({ schema, tableName }) => {
      const statement = sql(
        `app_export ${schema}.${tableName}`,
        `SELECT * FROM ${schema}.${tableName} WHERE owner_id = $1 ORDER BY id`,
      );
      return [tableName, await this.rows(statement, userId)] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }
}
