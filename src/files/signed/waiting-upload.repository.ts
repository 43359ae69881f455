import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { MOST_APP_BYTES } from '../uploads/usage.repository.js';
import { WaitingUpload } from '../stored/file.entity.js';

export type NewUpload = Omit<WaitingUpload, 'created_at'>;

// The quota is reserved with the promise, so that an upload of gibibytes is not refused at its end.
const START = sql(
  'uploads_start',
  `WITH room AS (
     INSERT INTO files.usage AS used (owner_id, day, app_bytes) VALUES ($1, current_date, $2)
     ON CONFLICT (owner_id) DO UPDATE SET app_bytes = used.app_bytes + excluded.app_bytes
       WHERE NOT $4::boolean OR used.app_bytes + excluded.app_bytes <= ${MOST_APP_BYTES}
     RETURNING 1
   )
   INSERT INTO files.uploads (id, owner_id, name, type, size, picture, attached, expires_at)
   SELECT id, $1, name, type, size, picture, attached, expires_at
   FROM jsonb_to_recordset($3::jsonb) AS asked (
     id uuid, name text, type text, size bigint, picture boolean, attached boolean, expires_at timestamptz)
   WHERE EXISTS (SELECT FROM room)`,
);
// An upload that started in time may still complete, so rows are deleted a day after they expire.
const FORGET = sql(
  'uploads_forget_expired',
  `DELETE FROM files.uploads WHERE id = ANY(ARRAY(
     SELECT id FROM files.uploads WHERE expires_at < now() - interval '24 hours'
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

@Injectable()
export class WaitingUploadRepository extends EntityRepository<WaitingUpload> {
  protected readonly entity = WaitingUpload;

  /** False: the quota of the account does not suffice. */
  async insertWithQuota(ownerId: string, uploads: NewUpload[], isLimited = true): Promise<boolean> {
    const bytes = uploads.reduce((sum, { size }) => sum + size, 0);
    return (await this.count(START, ownerId, bytes, JSON.stringify(uploads), isLimited)) > 0;
  }

  findOpen(id: string): Promise<WaitingUpload | undefined> {
    return this.findOne({ id, expires_at: MoreThan(new Date()) });
  }

  async cancel(ids: string[]): Promise<void> {
    await this.delete({ id: In(ids) });
  }

  deleteExpired(limit: number): Promise<number> {
    return this.count(FORGET, limit);
  }
}
