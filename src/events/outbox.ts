import { Injectable } from '@nestjs/common';
import { Repository } from '../platform/database/repository.js';
import { sql } from '../platform/database/sql.js';

export interface Happened {
  /** `area.what_happened` */
  type: string;
  actor_id: string | null;
  data: object;
  depth?: number;
  /** Done by staff to what is not its own: told in the audit log too. */
  staff?: boolean;
}

const RECORD = sql(
  'outbox_record',
  'INSERT INTO events.domain_events (type, actor_id, data, depth, staff) VALUES ($1, $2, $3, $4, $5)',
);

/** The outbox of domain events: a row in the transaction that made it true, or no row at all. */
@Injectable()
export class Outbox extends Repository {
  record({ type, actor_id, data, depth = 0, staff = false }: Happened): void {
    this.atEnd(RECORD, type, actor_id, JSON.stringify(data), depth, staff);
  }
}
