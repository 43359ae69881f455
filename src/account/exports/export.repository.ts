import { Injectable } from '@nestjs/common';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AccountExport, type ExportFailure } from './export.entity.js';

export type ExportRow = Pick<AccountExport, 'id' | 'created_at' | 'ready_at' | 'failure' | 'expires_at'>;

/** The slot of the export among the account's files. */
export const FILE_SLOT = 'account-copy';

const MOST_ATTEMPTS = 3;
const SHOWN = 'id, created_at, ready_at, failure, expires_at';
const IS_OPEN = 'ready_at IS NULL AND failure IS NULL';

const CURRENT = sql(
  'export_current',
  `SELECT ${SHOWN} FROM account.exports WHERE user_id = $1 AND expires_at > now() ORDER BY created_at DESC LIMIT 1`,
);
const INSERT = sql(
  'export_start',
  `INSERT INTO account.exports (user_id, expires_at) VALUES ($1, now() + interval '24 hours') RETURNING ${SHOWN}`,
);
const START_ATTEMPT = sql(
  'export_attempt',
  `UPDATE account.exports SET attempts = attempts + 1
   WHERE id = $1 AND ${IS_OPEN} AND attempts < ${MOST_ATTEMPTS}
   RETURNING user_id, attempts = ${MOST_ATTEMPTS} AS is_last,
     greatest(extract(epoch FROM expires_at - now()), 1)::float8 AS seconds_left`,
);
// The next export can be requested in an hour and not at once, because an oversized one is read for minutes.
const FAIL = sql(
  'export_fail',
  `UPDATE account.exports SET failure = $2, expires_at = now() + interval '1 hour'
   WHERE id = $1 AND ${IS_OPEN} RETURNING user_id`,
);
const OWNER = sql(
  'export_owner',
  'SELECT user_id FROM account.exports WHERE id = $1 AND expires_at > now() AND ready_at IS NOT NULL',
);
const EXPIRE_ALL = sql(
  'export_expire_all',
  'UPDATE account.exports SET expires_at = now() WHERE user_id = $1 AND expires_at > now()',
);
const PURGE = sql('export_forget', 'DELETE FROM account.exports WHERE expires_at < now()');

export interface Attempt {
  user_id: string;
  is_last: boolean;
  /** The time until the export expires. */
  seconds_left: number;
}

@Injectable()
export class ExportRepository extends EntityRepository<AccountExport> {
  protected readonly entity = AccountExport;

  findCurrent(userId: string): Promise<ExportRow | undefined> {
    return this.one<ExportRow>(CURRENT, userId);
  }

  start(userId: string): Promise<ExportRow> {
    return this.onlyOne(INSERT, userId);
  }

  /** Undefined when the export has ended or was attempted too often. */
  startAttempt(id: string): Promise<Attempt | undefined> {
    return this.one<Attempt>(START_ATTEMPT, id);
  }

  /** False when another run of the job has finished it. */
  async finish(id: string): Promise<boolean> {
    return (await this.update({ id, ready_at: null, failure: null }, { ready_at: NOW })) > 0;
  }

  /** Returns the owner; undefined when the export is ready or has failed before. */
  async fail(id: string, failure: ExportFailure): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(FAIL, id, failure))?.user_id;
  }

  /** Undefined when the export cannot be downloaded. */
  async findOwner(id: string): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(OWNER, id))?.user_id;
  }

  /** Ends the download links of all exports of an account. */
  async expireAll(userId: string): Promise<void> {
    await this.count(EXPIRE_ALL, userId);
  }

  async purgeExpired(): Promise<void> {
    await this.count(PURGE);
  }
}
