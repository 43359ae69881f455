import { Injectable } from '@nestjs/common';
import type { Collector } from '../platform/database/connection/transaction-unit.js';
import { EntityRepository } from '../platform/database/entity.repository.js';
import { Keyset, newestFirst, type Page, type PageQuery } from '../platform/database/page.js';
import { columnsOf, sql, type Statement } from '../platform/database/sql.js';
import { Notification } from './notification.entity.js';
import type { NotificationAbout, NotificationRow } from './notifications.dto.js';

/** `unread_count` is the recipient's number of unread notifications. */
type AddedRow = NotificationRow & { unread_count: number };
type OnAdded = (added: AddedRow) => void;

interface Addition extends Pick<Notification, 'user_id' | 'type'> {
  kind: string;
  about_id: string;
  /** As JSON. */
  data: string;
  actor_id: string | null;
  onAdded: OnAdded;
}

/** A notification that was changed or deleted, and its owner. */
export type TouchedRow = Pick<Notification, 'id' | 'user_id'>;

type OnTouched = (touched: TouchedRow[]) => void;

/** The state after the change. All columns of the notification are null if it was deleted. */
export type RemainingRow = AddedRow & { touched_id: string; user_id: string };

type Group = Pick<Notification, 'user_id' | 'type'> & { about: NotificationAbout };

interface NewAppNotification {
  type: string;
  /** The name of the setting that switches it off. */
  switch_name: string;
  actor_id: string | null;
  data: object;
}

/** `user_id` is the recipient. */
type AppNotificationRow = AddedRow & { user_id: string };
type OnAddedFromApp = (added: AppNotificationRow) => void;

const ACTORS_SHOWN = 5;
const ROW = 'n.id, n.type, n.about_kind, n.about_id, n.data, n.actors_count, n.read_at, n.created_at, n.updated_at';

// Several at once, each with its own actor. FOR KEY SHARE: if the account of a recipient is being deleted, nothing is added
// for them and the rest of the transaction goes on.
const GIVEN = `unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::jsonb[], $6::uuid[])
       WITH ORDINALITY given (user_id, type, kind, about_id, data, actor_id, n)`;
const ADD = sql(
  'notification_add',
  `WITH recipient AS (
     SELECT u.id FROM account.users u WHERE u.id = ANY ($1::uuid[]) ORDER BY u.id FOR KEY SHARE OF u
   ), wanted AS (
     SELECT given.* FROM ${GIVEN} JOIN recipient ON recipient.id = given.user_id
     WHERE NOT EXISTS (
       SELECT FROM notifications.inboxes i WHERE i.user_id = given.user_id AND given.type = ANY (i.switched_off))
   ), notified AS (
     INSERT INTO notifications.notifications AS n (user_id, type, about_kind, about_id, data)
     SELECT DISTINCT ON (user_id, type, kind, about_id) user_id, type, kind, about_id, data FROM wanted
     ORDER BY user_id, type, kind, about_id, n DESC
     ON CONFLICT (user_id, type, about_kind, about_id) WHERE read_at IS NULL
       DO UPDATE SET data = excluded.data, updated_at = greatest(n.updated_at, excluded.updated_at)
     RETURNING id, user_id, type, about_kind, about_id, xmax = 0 AS is_new
   ), added AS (
     SELECT notified.id, wanted.*,
       notified.is_new AND row_number() OVER (PARTITION BY notified.id ORDER BY wanted.n) = 1 AS is_new
     FROM wanted JOIN notified ON notified.user_id = wanted.user_id AND notified.type = wanted.type
       AND notified.about_kind = wanted.kind AND notified.about_id = wanted.about_id
   ), acted AS (
     INSERT INTO notifications.notification_actors AS a (notification_id, user_id)
     SELECT DISTINCT id, actor_id FROM added WHERE actor_id IS NOT NULL
     ON CONFLICT (notification_id, user_id) DO UPDATE SET acted_at = greatest(a.acted_at, excluded.acted_at)
   )
   INSERT INTO events.domain_events (type, actor_id, data)
   SELECT CASE WHEN is_new THEN 'notification.created' ELSE 'notification.updated' END, actor_id, jsonb_build_object(
     'id', id, 'user_id', user_id, 'type', type, 'about', jsonb_build_object('kind', kind, 'id', about_id))
   FROM added ORDER BY n`,
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
const DELETE_ABOUT = sql(
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
const SHOWN = `FROM notifications.notifications n ${ACTORS}`;
// Reads what was just added. It is a separate statement, as triggers move the counters at the end of the
// statement before.
const ADDED = sql(
  'notification_added',
  `SELECT given.n::int AS place, ${ROW}, newest.actors, i.unread_count
   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) WITH ORDINALITY given (user_id, type, kind, about_id, n)
   JOIN notifications.notifications n ON n.user_id = given.user_id AND n.type = given.type
     AND n.about_kind = given.kind AND n.about_id = given.about_id AND n.read_at IS NULL
   ${ACTORS}
   JOIN notifications.inboxes i ON i.user_id = n.user_id AND NOT n.type = ANY (i.switched_off)
   ORDER BY given.n`,
);
// The domain event is also recorded for recipients who switched the type off: workflows and webhooks read it.
const ADD_FROM_APP = sql(
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
// A separate statement for the same reason as `notification_added`.
const ADDED_FROM_APP = sql(
  'notification_added_of_app',
  `SELECT ${ROW}, n.user_id, newest.actors, i.unread_count ${SHOWN}
   JOIN notifications.inboxes i ON i.user_id = n.user_id
   WHERE n.id = ANY ($1::uuid[])`,
);
// Only connected owners: others read the new state when they list.
const BY_ACTOR = sql(
  'notifications_acted_in',
  `SELECT n.id, n.user_id FROM notifications.notification_actors a
   JOIN notifications.notifications n ON n.id = a.notification_id
   WHERE a.user_id = $1 AND EXISTS (SELECT FROM realtime.connections o WHERE o.user_id = n.user_id)`,
);
const REMAINING = sql(
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
/** Without the actors. */
export const NOTIFICATIONS_FOR_EXPORT = sql(
  'notifications_copy',
  `SELECT ${ROW} FROM notifications.notifications n WHERE n.user_id = $1 ORDER BY n.updated_at DESC, n.id DESC`,
);
const MARK_READ = sql(
  'notifications_read',
  `WITH read AS (
     UPDATE notifications.notifications SET read_at = now()
     WHERE user_id = $1 AND read_at IS NULL AND id = ANY ($2::uuid[]) RETURNING id
   ) SELECT id FROM read ORDER BY array_position($2::uuid[], id)`,
);
// Two statements, as each uses its own index.
const purgeOld = (name: string, state: string, age: string) =>
  sql(
    name,
    `DELETE FROM notifications.notifications WHERE id IN (
       SELECT id FROM notifications.notifications WHERE ${state} AND updated_at < now() - interval '${age}'
       LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  );
const PURGE_READ = purgeOld('notifications_forget_read', 'read_at IS NOT NULL', '90 days');
const PURGE_UNREAD = purgeOld('notifications_forget_unread', 'read_at IS NULL', '1 year');

const ADDITIONS: Collector<Addition> = {
  statements: (added) => {
    const groups = columnsOf(added, 'user_id', 'type', 'kind', 'about_id');
    return [
      { statement: ADD, values: [...groups, ...columnsOf(added, 'data', 'actor_id')] },
      {
        statement: ADDED,
        values: groups,
        answered: (rows) => {
          for (const { place, ...row } of rows as (AddedRow & { place: number })[]) added[place - 1]?.onAdded(row);
        },
      },
    ];
  },
};

const PAGE = new Keyset({ name: 'notifications', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class NotificationRepository extends EntityRepository<Notification> {
  protected readonly entity = Notification;

  /**
   * Also records the domain event. Adds nothing and skips `onAdded` if the recipient switched the type off or
   * is deleted.
   */
  addToGroup({ user_id, type, about }: Group, actor_id: string | null, data: object, onAdded: OnAdded): void {
    const addition = { user_id, type, kind: about.kind, about_id: about.id, actor_id, onAdded };
    this.database.gather(ADDITIONS, { ...addition, data: JSON.stringify(data) });
  }

  /** One notification and domain event per recipient. Deleted accounts are skipped. */
  addFromApp(notice: NewAppNotification, recipients: Map<string, string>, onAdded: OnAddedFromApp): void {
    const { type, switch_name, actor_id, data } = notice;
    const ids = [...recipients.keys()];
    const users = [...recipients.values()];
    this.atEnd(ADD_FROM_APP, ids, users, type, JSON.stringify(data), switch_name, actor_id);
    this.database.atEnd(ADDED_FROM_APP, [ids], (rows) => (rows as AppNotificationRow[]).forEach(onAdded));
  }

  withdraw({ user_id, type, about }: Group, actorId: string, onTouched: OnTouched): void {
    this.applyAtCommit(WITHDRAW, [user_id, type, about.kind, about.id, actorId], onTouched);
  }

  deleteAbout(kind: string, ids: string[], onTouched: OnTouched): void {
    this.applyAtCommit(DELETE_ABOUT, [kind, ids], onTouched);
  }

  unlink({ kind, id }: NotificationAbout, field: string, value: string, onTouched: OnTouched): void {
    this.applyAtCommit(UNLINK, [kind, id, field, value], onTouched);
  }

  /** Notifications of connected owners in which the user is an actor. */
  listByActor(userId: string): Promise<TouchedRow[]> {
    return this.rows<TouchedRow>(BY_ACTOR, userId);
  }

  /** Rows of deleted notifications have no id. */
  listRemaining(touched: TouchedRow[]): Promise<RemainingRow[]> {
    const [ids, owners] = [touched.map(({ id }) => id), touched.map(({ user_id }) => user_id)];
    return this.rows<RemainingRow>(REMAINING, ids, owners);
  }

  /** Newest activity first. A group that gets an actor between two pages moves to the top. */
  async listForUser(userId: string, query: PageQuery): Promise<Page<NotificationRow>> {
    const slice = PAGE.read(query);
    const rows = await this.rows<NotificationRow>(OF_USER, userId, ...newestFirst(slice));
    return PAGE.cut(rows, slice, ({ updated_at, id }) => [updated_at, id]);
  }

  /** Returns the ids that were unread. */
  async markRead(userId: string, ids: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(MARK_READ, userId, ids)).map(({ id }) => id);
  }

  /** Returns the number of deleted rows: less than `limit` when no more are old. */
  async purgeOld(limit: number): Promise<number> {
    return Math.max(await this.count(PURGE_READ, limit), await this.count(PURGE_UNREAD, limit));
  }

  private applyAtCommit(statement: Statement, values: unknown[], onTouched: OnTouched): void {
    this.database.atEndThen(statement, values, (rows) => onTouched(rows as TouchedRow[]));
  }
}
