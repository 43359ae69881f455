import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';

export interface ExportRow {
  id: string;
  created_at: Date;
  ready_at: Date | null;
  expires_at: Date;
}

const SHOWN = 'id, created_at, ready_at, expires_at';

const CURRENT = sql(
  'export_current',
  `SELECT ${SHOWN} FROM account.exports WHERE user_id = $1 AND expires_at > now() ORDER BY created_at DESC LIMIT 1`,
);
const START = sql(
  'export_start',
  `INSERT INTO account.exports (user_id, expires_at) VALUES ($1, now() + interval '24 hours') RETURNING ${SHOWN}`,
);
const FINISH = sql(
  'export_finish',
  'UPDATE account.exports SET content = $2, ready_at = now() WHERE id = $1 AND ready_at IS NULL RETURNING user_id',
);
const CONTENT = sql(
  'export_content',
  'SELECT content FROM account.exports WHERE id = $1 AND expires_at > now() AND content IS NOT NULL',
);
const OWNER = sql('export_owner', 'SELECT user_id FROM account.exports WHERE id = $1 AND ready_at IS NULL');
const FORGET = sql('export_forget', 'DELETE FROM account.exports WHERE expires_at < now()');

@Injectable()
export class ExportRepository extends Repository {
  current(userId: string): Promise<ExportRow | undefined> {
    return this.one<ExportRow & object>(CURRENT, userId);
  }

  async start(userId: string): Promise<ExportRow> {
    return (await this.one<ExportRow & object>(START, userId)) as ExportRow;
  }

  /** Whose copy it is, while it still has to be made. */
  async owner(id: string): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(OWNER, id))?.user_id;
  }

  /** False when another run of the job was first. */
  async finish(id: string, content: object): Promise<boolean> {
    return (await this.count(FINISH, id, JSON.stringify(content))) > 0;
  }

  async content(id: string): Promise<object | undefined> {
    return (await this.one<{ content: object }>(CONTENT, id))?.content;
  }

  async forgetExpired(): Promise<void> {
    await this.count(FORGET);
  }
}
