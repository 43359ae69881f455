import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Message } from '../entities/ticket.entity.js';

// By a value of its own each, since the moment is that of the change.
const INSERT = sql(
  'support_messages_insert',
  `INSERT INTO ext_support.messages
     (id, ticket_id, seq, author_id, author_kind, visibility, body, client_ref, canned_reply_id, created_at)
   SELECT coalesce(id, platform.uuid_v7()), ticket_id, seq, author_id, author_kind, visibility, body, client_ref,
     canned_reply_id, created_at
   FROM jsonb_populate_recordset(NULL::ext_support.messages, $1::jsonb) RETURNING *`,
);
const BY_REF = sql(
  'support_message_by_ref',
  'SELECT * FROM ext_support.messages WHERE ticket_id = $1 AND author_id = $2 AND client_ref = $3',
);
const OPENED = sql(
  'support_message_opened',
  `SELECT m.* FROM ext_support.messages m JOIN ext_support.tickets t ON t.id = m.id
   WHERE m.author_id = $1 AND m.client_ref = $2 AND t.owner_id = $3`,
);
const LAST_OF_OTHERS = sql(
  'support_message_last_of_others',
  `SELECT seq FROM ext_support.messages
   WHERE ticket_id = $1 AND visibility = 'public' AND author_kind <> 'system' AND author_id <> $2
   ORDER BY seq DESC LIMIT 1`,
);
const NTH_LAST = sql(
  'support_message_nth_last',
  `SELECT created_at FROM ext_support.messages WHERE ticket_id = $1 AND author_id = $2
   ORDER BY seq DESC OFFSET $3 LIMIT 1`,
);
const PAGE = sql(
  'support_messages_page',
  `SELECT * FROM (
     SELECT * FROM ext_support.messages
     WHERE ticket_id = $1 AND seq < $2 AND ($3 OR visibility = 'public') ORDER BY seq DESC LIMIT $4
   ) latest ORDER BY seq`,
);
// From below zero, where none has been, as a number is looked at with every row.
const MOVE = sql(
  'support_messages_move',
  `UPDATE ext_support.messages m SET ticket_id = $1, seq = -moved.place, client_ref = CASE
     WHEN m.ticket_id = $1 THEN m.client_ref
     WHEN EXISTS (SELECT FROM ext_support.tickets WHERE id = m.id) AND NOT EXISTS (
       SELECT FROM ext_support.messages k
       WHERE k.ticket_id = $1 AND k.author_id = m.author_id AND k.client_ref = m.client_ref) THEN m.client_ref END
   FROM (
     SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM ext_support.messages
     WHERE ticket_id = $1 OR ticket_id = ANY ($2::uuid[])
   ) moved WHERE m.id = moved.id`,
);
const NUMBER = sql(
  'support_messages_number',
  'UPDATE ext_support.messages SET seq = -seq WHERE ticket_id = $1 AND seq < 0',
);

/** Without an id, it gets one. */
export type NewMessage = Omit<Message, 'id'> & { id?: string };

@AppProvider()
export class MessageRepository extends BaseRepository {
  insert(messages: NewMessage[]): Promise<Message[]> {
    return this.rows<Message>(INSERT, JSON.stringify(messages));
  }

  byRef(ticketId: string, authorId: string, ref: string): Promise<Message | undefined> {
    return this.one<Message>(BY_REF, ticketId, authorId, ref);
  }

  /** The message with which the author opened a ticket of the desk, wherever that ticket is now. */
  opened(authorId: string, ref: string, ownerId: string): Promise<Message | undefined> {
    return this.one<Message>(OPENED, authorId, ref, ownerId);
  }

  /** That somebody else has said for all to read; 0: nobody has. */
  async lastOfOthers(ticketId: string, userId: string): Promise<number> {
    return (await this.one<{ seq: number }>(LAST_OF_OTHERS, ticketId, userId))?.seq ?? 0;
  }

  /** When the sender wrote their n-th last message; undefined: there are fewer. */
  async nthLast(ticketId: string, authorId: string, nth: number): Promise<Date | undefined> {
    return (await this.one<{ created_at: Date }>(NTH_LAST, ticketId, authorId, nth - 1))?.created_at;
  }

  /** The latest before that one, oldest first. */
  page(ticketId: string, before: number, isDesk: boolean, limit: number): Promise<Message[]> {
    return this.rows<Message>(PAGE, ticketId, before, isDesk, limit);
  }

  /** All into one ticket, numbered anew in order of time; tells how many there are then. */
  async move(intoId: string, fromIds: string[]): Promise<number> {
    await this.count(MOVE, intoId, fromIds);
    return this.count(NUMBER, intoId);
  }
}
