import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { rowsOf } from '../../platform/exports/export-node.js';
import type { Type } from '../kernel/calls/action.js';
import type { Exported } from '../kernel/exports/app-export.js';

/** The default export of an app: every row of its tables that names the user as its owner. */
@Injectable()
export class OwnedRows extends BaseRepository {
  of(entities: Type[], userId: string): Exported {
    const tables = entities
      .map((entity) => this.database.dataSource.getMetadata(entity))
      .filter(({ columns }) => columns.some(({ databaseName }) => databaseName === 'owner_id'));
    return Object.fromEntries(
      tables.map(({ schema, tableName }) => {
        const statement = sql(
          `app_export ${schema}.${tableName}`,
          `SELECT * FROM ${schema}.${tableName} WHERE owner_id = $1 ORDER BY id`,
        );
        return [tableName, rowsOf(statement, [userId])];
      }),
    );
  }
}
