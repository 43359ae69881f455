import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ApiKey } from './api-key.entity.js';

const SHOWN = ['id', 'name', 'prefix', 'created_at', 'last_used_at', 'expires_at'] as const;
export type ApiKeyRow = Pick<ApiKey, (typeof SHOWN)[number]>;

const DELETE_ALL = sql('api_key_delete_all', 'DELETE FROM account.api_keys WHERE user_id = $1 RETURNING id');

@Injectable()
export class ApiKeyRepository extends EntityRepository<ApiKey> {
  protected readonly entity = ApiKey;

  constructor(
    database: DatabaseService,
    private readonly realtime: RealtimeService,
  ) {
    super(database);
  }

  listForUser(userId: string): Promise<ApiKeyRow[]> {
    return this.find({ user_id: userId }, { select: SHOWN, order: { created_at: 'DESC', id: 'DESC' } });
  }

  /** False when there is no such key. */
  async revoke(id: string, userId: string): Promise<boolean> {
    const deleted = (await this.delete({ id, user_id: userId })) > 0;
    if (deleted) this.realtime.close({ key_id: id }, 4401);
    return deleted;
  }

  async deleteAll(userId: string): Promise<void> {
    const deleted = await this.rows<{ id: string }>(DELETE_ALL, userId);
    for (const { id } of deleted) this.realtime.close({ key_id: id }, 4401);
  }
}
