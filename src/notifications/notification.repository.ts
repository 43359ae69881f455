import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../platform/database/page.js';
import { Repository } from '../platform/database/repository.js';
import { sql } from '../platform/database/sql.js';
import type { Notification } from './notification.entity.js';

/** The thing that a notification is about. */
export interface About {
  kind: string;
  id: string;
}

export interface ActorRow {
  id: string;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar_url: string | null;
}

export type NotificationRow = Omit<Notification, 'user_id'> & { actors: ActorRow[] };

export interface Group {
  user_id: string;
  type: string;
  about: About;
}

const ACTORS_SHOWN = 5;
const ROW =
  'n.id, n.type, n.about_kind, n.about_id, n.data, n.actors_count, n.read_at, n.created_at, n.updated_at';

// A recipient whose account goes in this moment is none: what he was to hear of goes on without him.
const ADD = sql(
  'notification_add',
  `WITH recipient AS (
     SELECT u.id FROM account.users u
     WHERE u.id = $1 AND NOT EXISTS (
       SELECT FROM notifications.inboxes i WHERE i.user_id = u.id AND $2 = ANY (i.switched_off))
     FOR KEY SHARE OF u
   ), notified AS (
     INSERT INTO notifications.notifications AS n (user_id, type, about_kind, about_id, data)
     SELECT id, $2, $3, $4::uuid, $5::jsonb FROM recipient
     ON CONFLICT (user_id, type, about_kind, about_id) WHERE read_at IS NULL
       DO UPDATE SET data = excluded.data, updated_at = greatest(n.updated_at, excluded.updated_at)
     RETURNING id, xmax = 0 AS is_new
   ), acted AS (
     INSERT INTO notifications.notification_actors AS a (notification_id, user_id)
     SELECT id, $6::uuid FROM notified WHERE $6::uuid IS NOT NULL
     ON CONFLICT (notification_id, user_id) DO UPDATE SET acted_at = greatest(a.acted_at, excluded.acted_at)
   )
   SELECT id, is_new FROM notified`,
);
const WITHDRAW = sql(
  'notification_withdraw',
  `WITH groups AS (
     SELECT id FROM notifications.notifications
     WHERE about_kind = $3 AND about_id = $4 AND user_id = $1 AND type = $2 ORDER BY id FOR NO KEY UPDATE
   )
   DELETE FROM notifications.notification_actors
   WHERE user_id = $5 AND notification_id IN (SELECT id FROM groups)`,
);
const FORGET = sql(
  'notification_forget',
  `WITH gone AS (
     SELECT id FROM notifications.notifications WHERE about_kind = $1 AND about_id = ANY ($2::uuid[])
     ORDER BY id FOR UPDATE
   )
   DELETE FROM notifications.notifications WHERE id IN (SELECT id FROM gone)`,
);
const OF_USER = sql(
  'notifications_of_user',
  `SELECT ${ROW}, newest.actors FROM notifications.notifications n
   CROSS JOIN LATERAL (
     SELECT coalesce(json_agg(actor), '[]') AS actors FROM (
       SELECT u.id, u.username, u.first_name, u.last_name, u.avatar_url
       FROM notifications.notification_actors a JOIN account.users u ON u.id = a.user_id
       WHERE a.notification_id = n.id ORDER BY a.acted_at DESC, a.user_id DESC LIMIT ${ACTORS_SHOWN}
     ) actor
   ) newest
   WHERE n.user_id = $1 AND (n.updated_at, n.id) < ($2, $3::uuid)
   ORDER BY n.updated_at DESC, n.id DESC LIMIT $4`,
);
const COPY = sql(
  'notifications_copy',
  `SELECT ${ROW} FROM notifications.notifications n WHERE n.user_id = $1 ORDER BY n.updated_at DESC, n.id DESC`,
);
const READ_ALL = sql(
  'notifications_read_all',
  'UPDATE notifications.notifications SET read_at = now() WHERE user_id = $1 AND read_at IS NULL',
);
const READ = sql(
  'notifications_read',
  `UPDATE notifications.notifications SET read_at = now()
   WHERE user_id = $1 AND read_at IS NULL AND id = ANY ($2::uuid[])`,
);
// Two statements, as each walks an index of its own.
const forgetOld = (name: string, old: string) =>
  sql(
    name,
    `DELETE FROM notifications.notifications WHERE id IN (
       SELECT id FROM notifications.notifications WHERE ${old} LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  );
const FORGET_READ = forgetOld(
  'notifications_forget_read',
  `read_at IS NOT NULL AND updated_at < now() - interval '90 days'`,
);
const FORGET_UNREAD = forgetOld(
  'notifications_forget_unread',
  `read_at IS NULL AND updated_at < now() - interval '1 year'`,
);

const PAGE = new Keyset({ name: 'notifications', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class NotificationRepository extends Repository {
  /** Undefined where the recipient does not want to hear of it, or is gone. */
  add(
    { user_id, type, about }: Group,
    actorId: string | null,
    data: object,
  ): Promise<{ id: string; is_new: boolean } | undefined> {
    return this.one(ADD, user_id, type, about.kind, about.id, JSON.stringify(data), actorId);
  }

  async withdraw({ user_id, type, about }: Group, actorId: string): Promise<void> {
    await this.count(WITHDRAW, user_id, type, about.kind, about.id, actorId);
  }

  async forget(kind: string, ids: string[]): Promise<void> {
    await this.count(FORGET, kind, ids);
  }

  /** By their newest activity: a group that somebody joins between two pages is new again, at the top. */
  async ofUser(
    userId: string,
    query: PageQuery,
  ): Promise<{ rows: NotificationRow[]; next_cursor: string | null }> {
    const slice = PAGE.read(query);
    const rows = await this.rows<NotificationRow>(OF_USER, userId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ updated_at, id }) => [updated_at, id]);
  }

  /** All of them, without those who acted: for the copy of what an account holds. */
  copy(userId: string): Promise<Omit<NotificationRow, 'actors'>[]> {
    return this.rows<Omit<NotificationRow, 'actors'>>(COPY, userId);
  }

  /** Without ids, all of them; tells how many were unread. */
  read(userId: string, ids: string[] | undefined): Promise<number> {
    return ids ? this.count(READ, userId, ids) : this.count(READ_ALL, userId);
  }

  /** Tells how many went: fewer than asked for when no more are old. */
  async forgetOld(limit: number): Promise<number> {
    return Math.max(await this.count(FORGET_READ, limit), await this.count(FORGET_UNREAD, limit));
  }
}
