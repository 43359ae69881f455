import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../platform/database/entity.repository.js';
import { keyed, sql } from '../platform/database/sql.js';
import { Inbox } from './notification.entity.js';

// A single statement, so that two concurrent changes do not undo each other.
const UPDATE_SWITCHED_OFF = sql(
  'inbox_switch',
  `INSERT INTO notifications.inboxes AS i (user_id, switched_off) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET switched_off = ARRAY(
     SELECT unnest(i.switched_off) EXCEPT SELECT unnest($3::text[]) UNION SELECT unnest(excluded.switched_off))
   RETURNING switched_off`,
);

const UNREAD = keyed('inbox_unread', 'SELECT unread_count FROM notifications.inboxes WHERE user_id = $1', 'uuid');

@Injectable()
export class InboxRepository extends EntityRepository<Inbox> {
  protected readonly entity = Inbox;

  async countUnread(user_id: string): Promise<number> {
    return (await this.quick<Pick<Inbox, 'unread_count'>>(UNREAD, user_id))?.unread_count ?? 0;
  }

  async listSwitchedOff(user_id: string): Promise<string[]> {
    return (await this.findOne({ user_id }, { select: ['switched_off'] }))?.switched_off ?? [];
  }

  async updateSwitchedOff(userId: string, off: string[], on: string[]): Promise<string[]> {
    return (await this.onlyOne<Pick<Inbox, 'switched_off'>>(UPDATE_SWITCHED_OFF, userId, off, on)).switched_off;
  }
}
