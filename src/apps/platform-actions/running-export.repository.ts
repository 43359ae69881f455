import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';

const UNTIL = `now() + interval '60 seconds'`;

const BEGIN = sql(
  'running_export_begin',
  `INSERT INTO apps.running_exports AS running (user_id, holder, lapses_at) VALUES ($1, $2, ${UNTIL})
   ON CONFLICT (user_id) DO UPDATE SET holder = excluded.holder, lapses_at = excluded.lapses_at
     WHERE running.lapses_at < now()`,
);
const RENEW = sql(
  'running_export_renew',
  `UPDATE apps.running_exports SET lapses_at = ${UNTIL} WHERE user_id = $1 AND holder = $2`,
);
const END = sql('running_export_end', 'DELETE FROM apps.running_exports WHERE user_id = $1 AND holder = $2');

@Injectable()
export class RunningExportRepository extends BaseRepository {
  /** False: the account has an export that runs. */
  async begin(userId: string, holder: string): Promise<boolean> {
    return (await this.count(BEGIN, userId, holder)) > 0;
  }

  async renew(userId: string, holder: string): Promise<void> {
    await this.count(RENEW, userId, holder);
  }

  async end(userId: string, holder: string): Promise<void> {
    await this.count(END, userId, holder);
  }
}
