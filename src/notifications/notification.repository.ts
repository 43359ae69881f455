import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../platform/database/page.js';
import { Repository } from '../platform/database/repository.js';
import { sql, type Statement } from '../platform/database/sql.js';
import type { Notification } from './notification.entity.js';

/** The thing that a notification is about. */
export interface About {
  kind: string;
  id: string;
}

interface ActorRow {
  id: string;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar_url: string | null;
}

export type NotificationRow = Omit<Notification, 'user_id'> & { actors: ActorRow[] };

/** With how many of his the recipient has not read. */
type AddedRow = NotificationRow & { unread_count: number };

/** One that was changed or taken away otherwise than by its owner, and whose it is. */
export interface Touched {
  id: string;
  user_id: string;
}

type Telling = (touched: Touched[]) => void;

/** What it is now: null throughout where it is gone. */
export type LeftRow = AddedRow & { touched_id: string; user_id: string };

interface Group {
  user_id: string;
  type: string;
  about: About;
}

const ACTORS_SHOWN = 5;
export const ROW =
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
   INSERT INTO events.domain_events (type, actor_id, data)
   SELECT CASE WHEN is_new THEN 'notification.created' ELSE 'notification.updated' END, $6::uuid,
     jsonb_build_object('id', id, 'user_id', $1::uuid, 'type', $2, 'about', jsonb_build_object('kind', $3, 'id', $4::uuid))
   FROM notified`,
);
const WITHDRAW = sql(
  'notification_withdraw',
  `WITH groups AS (
     SELECT id FROM notifications.notifications
     WHERE about_kind = $3 AND about_id = $4 AND user_id = $1 AND type = $2 ORDER BY id FOR NO KEY UPDATE
   )
   DELETE FROM notifications.notification_actors
   WHERE user_id = $5 AND notification_id IN (SELECT id FROM groups)
   RETURNING notification_id AS id, $1::uuid AS user_id`,
);
const FORGET = sql(
  'notification_forget',
  `WITH gone AS (
     SELECT id FROM notifications.notifications WHERE about_kind = $1 AND about_id = ANY ($2::uuid[])
     ORDER BY id FOR UPDATE
   )
   DELETE FROM notifications.notifications WHERE id IN (SELECT id FROM gone) RETURNING id, user_id`,
);
const UNLINK = sql(
  'notification_unlink',
  `UPDATE notifications.notifications SET data = data - $3::text
   WHERE about_kind = $1 AND about_id = $2 AND data->>$3::text = $4 RETURNING id, user_id`,
);
const ACTORS = `CROSS JOIN LATERAL (
     SELECT coalesce(json_agg(actor), '[]') AS actors FROM (
       SELECT u.id, u.username, u.first_name, u.last_name, u.avatar_url
       FROM notifications.notification_actors a JOIN account.users u ON u.id = a.user_id
       WHERE a.notification_id = n.id ORDER BY a.acted_at DESC, a.user_id DESC LIMIT ${ACTORS_SHOWN}
     ) actor
   ) newest`;
export const SHOWN = `FROM notifications.notifications n ${ACTORS}`;
// What was just added: a statement of its own, as the counters are moved at the end of the one before.
const ADDED = sql(
  'notification_added',
  `SELECT ${ROW}, newest.actors, i.unread_count ${SHOWN} JOIN notifications.inboxes i ON i.user_id = n.user_id
   WHERE n.user_id = $1 AND n.type = $2 AND n.about_kind = $3 AND n.about_id = $4 AND n.read_at IS NULL
     AND NOT $2 = ANY (i.switched_off)`,
);
// Of those who are there: others read it when they come.
const ACTED_IN = sql(
  'notifications_acted_in',
  `SELECT n.id, n.user_id FROM notifications.notification_actors a
   JOIN notifications.notifications n ON n.id = a.notification_id
   WHERE a.user_id = $1 AND EXISTS (SELECT FROM realtime.connections o WHERE o.user_id = n.user_id)`,
);
const LEFT = sql(
  'notifications_left',
  `SELECT touched.id AS touched_id, touched.user_id, i.unread_count, ${ROW}, newest.actors
   FROM unnest($1::uuid[], $2::uuid[]) touched (id, user_id)
   JOIN notifications.inboxes i ON i.user_id = touched.user_id
   LEFT JOIN (notifications.notifications n ${ACTORS}) ON n.id = touched.id`,
);
const OF_USER = sql(
  'notifications_of_user',
  `SELECT ${ROW}, newest.actors ${SHOWN}
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
  `WITH read AS (
     UPDATE notifications.notifications SET read_at = now()
     WHERE user_id = $1 AND read_at IS NULL AND id = ANY ($2::uuid[]) RETURNING id
   ) SELECT id FROM read ORDER BY array_position($2::uuid[], id)`,
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
  /** With its event; nothing, and nothing told, where the recipient does not want to hear of it, or is gone. */
  add(
    { user_id, type, about }: Group,
    actorId: string | null,
    data: object,
    tell: (added: AddedRow) => void,
  ): void {
    this.atEnd(ADD, user_id, type, about.kind, about.id, JSON.stringify(data), actorId);
    this.database.atEnd(ADDED, [user_id, type, about.kind, about.id], ([added]) => {
      if (added) tell(added as AddedRow);
    });
  }

  withdraw({ user_id, type, about }: Group, actorId: string, tell: Telling): void {
    this.change(WITHDRAW, [user_id, type, about.kind, about.id, actorId], tell);
  }

  forget(kind: string, ids: string[], tell: Telling): void {
    this.change(FORGET, [kind, ids], tell);
  }

  unlink({ kind, id }: About, field: string, value: string, tell: Telling): void {
    this.change(UNLINK, [kind, id, field, value], tell);
  }

  /** What somebody has done to those who are there. */
  actedIn(userId: string): Promise<Touched[]> {
    return this.rows<Touched & object>(ACTED_IN, userId);
  }

  /** What is left of these: without an id where nothing is. */
  left(touched: Touched[]): Promise<LeftRow[]> {
    const ids = touched.map(({ id }) => id);
    return this.rows<LeftRow>(
      LEFT,
      ids,
      touched.map(({ user_id }) => user_id),
    );
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

  /** Tells which of them were unread. */
  async read(userId: string, ids: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(READ, userId, ids)).map(({ id }) => id);
  }

  /** Tells whether any was unread. */
  async readAll(userId: string): Promise<boolean> {
    return (await this.count(READ_ALL, userId)) > 0;
  }

  /** Tells how many went: fewer than asked for when no more are old. */
  async forgetOld(limit: number): Promise<number> {
    return Math.max(await this.count(FORGET_READ, limit), await this.count(FORGET_UNREAD, limit));
  }

  private change(statement: Statement, values: unknown[], tell: Telling): void {
    this.database.atEndThen(statement, values, (rows) => tell(rows as Touched[]));
  }
}
