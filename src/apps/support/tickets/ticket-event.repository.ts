import { AppProvider } from '../../kernel/app-provider.js';
import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { TicketEvent } from '../entities/ticket.entity.js';

const EVENTS = 200;

const STORY = sql(
  'support_events',
  `SELECT actor_id, kind, data, created_at FROM (
     SELECT id, actor_id, kind, data, created_at FROM ext_support.ticket_events
     WHERE ticket_id = $1 AND ($2 OR kind = 'status') ORDER BY created_at DESC, id DESC LIMIT ${EVENTS}
   ) latest ORDER BY created_at, id`,
);
const INSERT = sql(
  'support_events_insert',
  `INSERT INTO ext_support.ticket_events (ticket_id, actor_id, kind, data, created_at)
   SELECT ticket_id, actor_id, kind, data, created_at FROM jsonb_to_recordset($1::jsonb) AS given (
     ticket_id uuid, actor_id uuid, kind text, data jsonb, created_at timestamptz)`,
);
export type EventRow = Omit<TicketEvent, 'id' | 'ticket_id'>;
export type NewEvent = Omit<TicketEvent, 'id'>;

@AppProvider()
export class TicketEventRepository extends EntityRepository<TicketEvent> {
  protected readonly entity = TicketEvent;

  /** The latest, oldest first. A customer sees only changes of the status. */
  of(ticketId: string, isDesk: boolean): Promise<EventRow[]> {
    return this.rows<EventRow>(STORY, ticketId, isDesk);
  }

  async move(intoId: string, fromIds: string[]): Promise<void> {
    await this.update({ ticket_id: In(fromIds) }, { ticket_id: intoId });
  }

  async record(events: NewEvent[]): Promise<void> {
    if (events.length) await this.count(INSERT, JSON.stringify(events));
  }
}
