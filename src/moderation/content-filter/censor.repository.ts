import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { StoredCensor } from './censors.js';

const VERSION = sql('censors_version', 'SELECT version FROM moderation.censors_version');
const ALL = sql(
  'censors_all',
  'SELECT id, pattern, replacement FROM moderation.censors ORDER BY created_at, id LIMIT 1000',
);

@Injectable()
export class CensorRepository extends Repository {
  async version(): Promise<number> {
    return Number((await this.one<{ version: string }>(VERSION))?.version ?? 0);
  }

  all(): Promise<StoredCensor[]> {
    return this.rows<StoredCensor & object>(ALL);
  }
}
