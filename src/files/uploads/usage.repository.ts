import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { storageFull, tooManyUploads } from './usage.policy.js';

const MOST_BYTES = 10 * 1024 ** 3;
/** The quota of one account in all apps; each app has lower limits of its own. */
export const MOST_APP_BYTES = 100 * 1024 ** 3;
const MOST_UPLOADS = 1_000;

interface UsageRow {
  bytes: string;
  uploads_today: number;
  seconds_left: number;
}

const TAKE = sql(
  'usage_take',
  `INSERT INTO files.usage AS used (owner_id, bytes, day, uploads) VALUES ($1, $2, current_date, 1)
   ON CONFLICT (owner_id) DO UPDATE SET bytes = used.bytes + excluded.bytes, day = current_date,
     uploads = CASE used.day WHEN current_date THEN used.uploads ELSE 0 END + 1
     WHERE used.bytes + excluded.bytes <= ${MOST_BYTES} AND (used.day <> current_date OR used.uploads < ${MOST_UPLOADS})`,
);
const TAKE_FOR_APP = sql(
  'usage_take_for_app',
  `INSERT INTO files.usage AS used (owner_id, day, app_bytes) VALUES ($1, current_date, $2)
   ON CONFLICT (owner_id) DO UPDATE SET app_bytes = used.app_bytes + excluded.app_bytes
     WHERE NOT $3::boolean OR used.app_bytes + excluded.app_bytes <= ${MOST_APP_BYTES}`,
);
// Inserts the row if it is missing, because a missing row cannot be locked and exports of one account must be
// replaced one after the other.
const LOCK = sql(
  'usage_lock',
  `INSERT INTO files.usage AS used (owner_id, day) VALUES ($1, current_date)
   ON CONFLICT (owner_id) DO UPDATE SET owner_id = excluded.owner_id`,
);
const OF_OWNER = sql(
  'usage_of_owner',
  `SELECT bytes, CASE day WHEN current_date THEN uploads ELSE 0 END AS uploads_today,
     extract(epoch FROM (current_date + 1)::timestamptz - now())::float8 AS seconds_left
   FROM files.usage WHERE owner_id = $1`,
);

/** Quotas of an account: stored bytes, and uploads per day. */
@Injectable()
export class UsageRepository extends BaseRepository {
  /** Throws when the account has reached a limit, before its bytes are received. */
  async requireRoom(ownerId: string, size = 1): Promise<void> {
    const used = await this.one<UsageRow>(OF_OWNER, ownerId);
    if (!used) return;
    if (used.uploads_today >= MOST_UPLOADS) {
      throw tooManyUploads({ retryAfterSeconds: used.seconds_left });
    }
    if (Number(used.bytes) + size > MOST_BYTES) throw storageFull();
  }

  /** Counts an upload, or throws. The row lock serialises the uploads of one account. */
  async addUpload(ownerId: string, size: number): Promise<void> {
    if (await this.count(TAKE, ownerId, size)) return;
    await this.requireRoom(ownerId, size);
    throw storageFull();
  }

  /** `isLimited` is false when the quota was reserved before, and for files that ignore the quota. */
  async addAppBytes(ownerId: string, size: number, isLimited: boolean): Promise<void> {
    if (await this.count(TAKE_FOR_APP, ownerId, size, isLimited)) return;
    throw storageFull();
  }

  /** Locks the usage of the account until the transaction ends. */
  async lockUsage(ownerId: string): Promise<void> {
    await this.count(LOCK, ownerId);
  }
}
