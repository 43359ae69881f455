import { Injectable } from '@nestjs/common';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Censor } from './censor.entity.js';
import type { StoredCensor } from './censors.js';

export type CensorRow = Pick<Censor, 'id' | 'pattern' | 'replacement' | 'created_at'>;

const MAX_CENSORS = 1_000;
const SHOWN = 'id, pattern, replacement, created_at';

const VERSION = sql('censors_version', 'SELECT version FROM moderation.censors_version');
const ALL = sql(
  'censors_all',
  `SELECT id, pattern, replacement FROM moderation.censors ORDER BY created_at, id LIMIT ${MAX_CENSORS}`,
);
const NEWEST = sql(
  'censors_newest',
  `SELECT ${SHOWN} FROM moderation.censors
   WHERE (created_at, id) < ($1, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT $3`,
);
const LOCK = sql('censors_lock', 'SELECT FROM moderation.censors_version FOR UPDATE');
const INSERT = sql(
  'censor_insert',
  `INSERT INTO moderation.censors (pattern, replacement)
   SELECT $1, $2 WHERE (SELECT count(*) FROM moderation.censors) < ${MAX_CENSORS} RETURNING ${SHOWN}`,
);
const REMOVE = sql('censor_remove', `DELETE FROM moderation.censors WHERE id = $1 RETURNING ${SHOWN}`);

const PAGE = new Keyset({ name: 'censors', defaultLimit: 50, maxLimit: 100 });

@Injectable()
export class CensorRepository extends BaseRepository {
  async readVersion(): Promise<number> {
    return Number((await this.one<{ version: string }>(VERSION))?.version ?? 0);
  }

  listAll(): Promise<StoredCensor[]> {
    return this.rows<StoredCensor>(ALL);
  }

  list(query: PageQuery) {
    return this.newest<CensorRow>(PAGE, query, NEWEST);
  }

  /** Serialises insertions, so that concurrent ones cannot exceed the limit. */
  async lock(): Promise<void> {
    await this.rows(LOCK);
  }

  /** Undefined if the limit is reached. */
  write(pattern: string, replacement: string): Promise<CensorRow | undefined> {
    return this.one<CensorRow>(INSERT, pattern, replacement);
  }

  remove(id: string): Promise<CensorRow | undefined> {
    return this.one<CensorRow>(REMOVE, id);
  }
}
