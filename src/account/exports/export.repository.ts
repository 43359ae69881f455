import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AccountExport, type ExportFailure } from './export.entity.js';

/** The slot of the export among the account's files. */
export const FILE_SLOT = 'account-copy';

const HOUR_MS = 3_600_000;
const MOST_ATTEMPTS = 3;
const LIFETIME_MS = 24 * HOUR_MS;
/** An oversized export is read for minutes, so the next one cannot be requested at once. */
const PAUSE_MS = HOUR_MS;
const OPEN = { ready_at: null, failure: null };

const START_ATTEMPT = sql(
  'export_attempt',
  `UPDATE account.exports SET attempts = attempts + 1
   WHERE id = $1 AND ready_at IS NULL AND failure IS NULL AND attempts < ${MOST_ATTEMPTS}
   RETURNING user_id, attempts = ${MOST_ATTEMPTS} AS is_last,
     greatest(extract(epoch FROM expires_at - now()), 1)::float8 AS seconds_left`,
);

export interface Attempt {
  user_id: string;
  is_last: boolean;
  /** The time until the export expires. */
  seconds_left: number;
}

@Injectable()
export class ExportRepository extends EntityRepository<AccountExport> {
  protected readonly entity = AccountExport;

  async findCurrent(user_id: string): Promise<AccountExport | undefined> {
    const current = { user_id, expires_at: MoreThan(new Date()) };
    return (await this.find(current, { order: { created_at: 'DESC' }, limit: 1 }))[0];
  }

  start(user_id: string): Promise<AccountExport> {
    const created_at = new Date();
    return this.insert({ user_id, created_at, expires_at: new Date(created_at.getTime() + LIFETIME_MS) });
  }

  /** Undefined when the export has ended or was attempted too often. */
  startAttempt(id: string): Promise<Attempt | undefined> {
    return this.one<Attempt>(START_ATTEMPT, id);
  }

  /** False when another run of the job has finished it. */
  async finish(id: string): Promise<boolean> {
    return (await this.update({ id, ...OPEN }, { ready_at: NOW })) > 0;
  }

  /** Returns the owner; undefined when the export is ready or has failed before. */
  async fail(id: string, failure: ExportFailure): Promise<string | undefined> {
    return (await this.updateOne({ id, ...OPEN }, { failure, expires_at: new Date(Date.now() + PAUSE_MS) }))?.user_id;
  }

  /** Undefined when the export cannot be downloaded. */
  async findOwner(id: string): Promise<string | undefined> {
    const usable = { id, expires_at: MoreThan(new Date()), ready_at: Not(IsNull()) };
    return (await this.findOne(usable, { select: ['user_id'] }))?.user_id;
  }

  async purgeExpired(): Promise<void> {
    await this.delete({ expires_at: LessThan(new Date()) });
  }

  /** Ends the download links of all exports of an account. */
  async expireAll(user_id: string): Promise<void> {
    await this.update({ user_id, expires_at: MoreThan(new Date()) }, { expires_at: NOW });
  }
}
