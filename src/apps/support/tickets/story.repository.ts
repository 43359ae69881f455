import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { TicketEvent } from '../entities/ticket.entity.js';

const EVENTS = 200;

const STORY = sql(
  'support_events',
  `SELECT actor_id, kind, data, created_at FROM (
     SELECT id, actor_id, kind, data, created_at FROM ext_support.ticket_events
     WHERE ticket_id = $1 AND ($2 OR kind = 'status') ORDER BY created_at DESC, id DESC LIMIT ${EVENTS}
   ) latest ORDER BY created_at, id`,
);
const MOVE = sql(
  'support_events_move',
  'UPDATE ext_support.ticket_events SET ticket_id = $1 WHERE ticket_id = ANY ($2::uuid[])',
);

export type EventRow = Omit<TicketEvent, 'id' | 'ticket_id'>;

/** The stories of tickets. */
@AppProvider()
export class StoryRepository extends BaseRepository {
  /** The latest, oldest first. A customer is told of the status alone. */
  of(ticketId: string, isDesk: boolean): Promise<EventRow[]> {
    return this.rows<EventRow>(STORY, ticketId, isDesk);
  }

  async move(intoId: string, fromIds: string[]): Promise<void> {
    await this.count(MOVE, intoId, fromIds);
  }
}
