import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../platform/database/base.repository.js';
import { sql } from '../platform/database/sql.js';

export interface DomainEventInput {
  /** `area.what_happened` */
  type: string;
  actor_id: string | null;
  data: object;
  depth?: number;
  /** True when staff changed something that is not their own: the event is then part of the audit log. */
  staff?: boolean;
}

const RECORD = sql(
  'outbox_record',
  'INSERT INTO events.domain_events (type, actor_id, data, depth, staff) VALUES ($1, $2, $3, $4, $5)',
);

/** Writes domain events to the outbox, in the transaction that causes them. */
@Injectable()
export class EventsService extends BaseRepository {
  record({ type, actor_id, data, depth = 0, staff = false }: DomainEventInput): void {
    this.atEnd(RECORD, type, actor_id, JSON.stringify(data), depth, staff);
  }
}
