import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { keyed, sql } from '../../platform/database/sql.js';

const HAS = keyed('app_installed', 'SELECT FROM apps.installations WHERE user_id = $1 AND app = $2', 'uuid', 'text');
const ALL = sql('apps_installed', 'SELECT app FROM apps.installations WHERE user_id = $1');
const ADD = sql('app_install', 'INSERT INTO apps.installations (user_id, app) VALUES ($1, $2) ON CONFLICT DO NOTHING');
const REMOVE = sql('app_uninstall', 'DELETE FROM apps.installations WHERE user_id = $1 AND app = $2');

@Injectable()
export class InstallationsRepository extends BaseRepository {
  async has(userId: string, app: string): Promise<boolean> {
    return (await this.quick(HAS, userId, app)) !== undefined;
  }

  async all(userId: string): Promise<Set<string>> {
    return new Set((await this.rows<{ app: string }>(ALL, userId)).map(({ app }) => app));
  }

  /** Tells whether that is new. */
  async add(userId: string, app: string): Promise<boolean> {
    return (await this.count(ADD, userId, app)) > 0;
  }

  /** Tells whether there was something to take out. */
  async remove(userId: string, app: string): Promise<boolean> {
    return (await this.count(REMOVE, userId, app)) > 0;
  }
}
