import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../platform/database/base.repository.js';
import { sql } from '../platform/database/sql.js';
import type { Inbox } from './notification.entity.js';

const UNREAD = sql('inbox_unread', 'SELECT unread_count FROM notifications.inboxes WHERE user_id = $1');
const SWITCHED_OFF = sql('inbox_switched_off', 'SELECT switched_off FROM notifications.inboxes WHERE user_id = $1');
// A single statement, so that two concurrent changes do not undo each other.
const UPDATE_SWITCHED_OFF = sql(
  'inbox_switch',
  `INSERT INTO notifications.inboxes AS i (user_id, switched_off) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET switched_off = ARRAY(
     SELECT unnest(i.switched_off) EXCEPT SELECT unnest($3::text[]) UNION SELECT unnest(excluded.switched_off))
   RETURNING switched_off`,
);

@Injectable()
export class InboxRepository extends BaseRepository {
  async countUnread(userId: string): Promise<number> {
    return (await this.one<Pick<Inbox, 'unread_count'>>(UNREAD, userId))?.unread_count ?? 0;
  }

  async listSwitchedOff(userId: string): Promise<string[]> {
    return (await this.one<Pick<Inbox, 'switched_off'>>(SWITCHED_OFF, userId))?.switched_off ?? [];
  }

  async updateSwitchedOff(userId: string, off: string[], on: string[]): Promise<string[]> {
    return (await this.one<Pick<Inbox, 'switched_off'>>(UPDATE_SWITCHED_OFF, userId, off, on))?.switched_off ?? [];
  }
}
