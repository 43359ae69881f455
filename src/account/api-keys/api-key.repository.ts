import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ApiKey } from './api-key.entity.js';

export type ApiKeyRow = Pick<ApiKey, 'id' | 'name' | 'prefix' | 'created_at' | 'last_used_at' | 'expires_at'>;

const SHOWN = 'id, name, prefix, created_at, last_used_at, expires_at';

const INSERT = sql(
  'api_key_insert',
  `INSERT INTO account.api_keys (user_id, name, prefix, key_hash, expires_at) VALUES ($1, $2, $3, $4, $5)
   RETURNING ${SHOWN}`,
);
const LIST_FOR_USER = sql(
  'api_key_of_user',
  `SELECT ${SHOWN} FROM account.api_keys WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);
const COUNT = sql('api_key_count', 'SELECT count(*)::int AS keys FROM account.api_keys WHERE user_id = $1');
const DELETE = sql('api_key_delete', 'DELETE FROM account.api_keys WHERE id = $1 AND user_id = $2 RETURNING id');
const DELETE_ALL = sql('api_key_delete_all', 'DELETE FROM account.api_keys WHERE user_id = $1 RETURNING id');

@Injectable()
export class ApiKeyRepository extends BaseRepository {
  constructor(
    database: DatabaseService,
    private readonly realtime: RealtimeService,
  ) {
    super(database);
  }

  async insert(key: Pick<ApiKey, 'user_id' | 'name' | 'prefix' | 'key_hash' | 'expires_at'>): Promise<ApiKeyRow> {
    const row = await this.one<ApiKeyRow>(INSERT, key.user_id, key.name, key.prefix, key.key_hash, key.expires_at);
    return row as ApiKeyRow;
  }

  listForUser(userId: string): Promise<ApiKeyRow[]> {
    return this.rows<ApiKeyRow>(LIST_FOR_USER, userId);
  }

  async countForUser(userId: string): Promise<number> {
    return (await this.one<{ keys: number }>(COUNT, userId))?.keys ?? 0;
  }

  async delete(id: string, userId: string): Promise<boolean> {
    const deleted = await this.one<{ id: string }>(DELETE, id, userId);
    if (deleted) this.realtime.close({ key_id: deleted.id }, 4401);
    return deleted !== undefined;
  }

  async deleteAll(userId: string): Promise<void> {
    const deleted = await this.rows<{ id: string }>(DELETE_ALL, userId);
    for (const { id } of deleted) this.realtime.close({ key_id: id }, 4401);
  }
}
