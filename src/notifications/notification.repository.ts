import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../platform/database/entity.repository.js';
import { Keyset, newestFirst, type Page, type PageQuery } from '../platform/database/page.js';
import { sql, type Statement } from '../platform/database/sql.js';
import { APP_ADDITIONS, type AppAddition } from './app-notification-additions.js';
import { ACTORS, ADDITIONS, type AddedRow, type OnAdded, ROW } from './notification-additions.js';
import { Notification } from './notification.entity.js';
import type { NotificationAbout, NotificationRow } from './notifications.dto.js';

/** A notification that was changed or deleted, and its owner. */
export type TouchedRow = Pick<Notification, 'id' | 'user_id'>;

type OnTouched = (touched: TouchedRow[]) => void;

/** The state after the change. All columns of the notification are null if it was deleted. */
export type RemainingRow = AddedRow & { touched_id: string; user_id: string };

type Group = Pick<Notification, 'user_id' | 'type'> & { about: NotificationAbout };

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
const SHOWN = `FROM notifications.notifications n ${ACTORS}`;
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

const PAGE = new Keyset({ name: 'notifications', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class NotificationRepository extends EntityRepository<Notification> {
  protected readonly entity = Notification;

  /**
   * Also records the domain event. Adds nothing and skips `onAdded` if the recipient switched the type off or
   * is deleted.
   */
  addToGroup({ user_id, type, about }: Group, actor_id: string | null, data: object, onAdded: OnAdded): void {
    const addition = { user_id, type, kind: about.kind, about_id: about.id, actor_id, data, onAdded };
    this.database.gather(ADDITIONS, addition);
  }

  /** Also records the domain events. `onAdded` is skipped for recipients who switched the type off or are deleted. */
  addFromApp(addition: AppAddition): void {
    this.database.gather(APP_ADDITIONS, addition);
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
    const rows = await this.hot<NotificationRow>(OF_USER, userId, ...newestFirst(slice));
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
