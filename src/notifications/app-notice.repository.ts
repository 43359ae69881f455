import { Injectable } from '@nestjs/common';
import { Repository } from '../platform/database/repository.js';
import { sql } from '../platform/database/sql.js';
import { type NotificationRow, ROW, SHOWN } from './notification.repository.js';

export interface NewAppNotice {
  type: string;
  /** What switches it off. */
  switch: string;
  actor_id: string | null;
  data: object;
}

/** Each with who hears of it, and how many of his he has not read. */
type ToldRow = NotificationRow & { user_id: string; unread_count: number };

// What happened is told to workflows and hooks also where its recipient has switched it off for himself.
const ADD = sql(
  'notification_add_of_app',
  `WITH recipient AS (
     SELECT given.id, given.user_id, EXISTS (
       SELECT FROM notifications.inboxes i WHERE i.user_id = u.id AND $5 = ANY (i.switched_off)) AS is_off
     FROM unnest($1::uuid[], $2::uuid[]) given (id, user_id) JOIN account.users u ON u.id = given.user_id
     ORDER BY u.id FOR KEY SHARE OF u
   ), notified AS (
     INSERT INTO notifications.notifications (id, user_id, type, about_kind, about_id, data)
     SELECT id, user_id, $3, 'app', id, $4::jsonb FROM recipient WHERE NOT is_off RETURNING id
   ), actor AS (
     SELECT id FROM account.users WHERE id = $6::uuid FOR KEY SHARE
   ), acted AS (
     INSERT INTO notifications.notification_actors (notification_id, user_id)
     SELECT notified.id, actor.id FROM notified CROSS JOIN actor
   )
   INSERT INTO events.domain_events (type, actor_id, data)
   SELECT $3, $6::uuid, $4::jsonb || jsonb_build_object(
     'user_id', user_id, 'notification_id', CASE WHEN NOT is_off THEN id END)
   FROM recipient`,
);
// A statement of its own, as the counters are moved at the end of the one before.
const ADDED = sql(
  'notification_added_of_app',
  `SELECT ${ROW}, n.user_id, newest.actors, i.unread_count ${SHOWN}
   JOIN notifications.inboxes i ON i.user_id = n.user_id
   WHERE n.id = ANY ($1::uuid[])`,
);

@Injectable()
export class AppNoticeRepository extends Repository {
  /** With the COMMIT, each with its event; whose account is gone hears nothing. */
  add(
    { type, switch: name, actor_id, data }: NewAppNotice,
    recipients: Map<string, string>,
    tell: (told: ToldRow) => void,
  ): void {
    const ids = [...recipients.keys()];
    this.atEnd(ADD, ids, [...recipients.values()], type, JSON.stringify(data), name, actor_id);
    this.database.atEnd(ADDED, [ids], (rows) => (rows as ToldRow[]).forEach(tell));
  }
}
