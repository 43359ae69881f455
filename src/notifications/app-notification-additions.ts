import type { Collector } from '../platform/database/connection/transaction-unit.js';
import { columnsOf, sql } from '../platform/database/sql.js';
import { ACTORS, type AddedRow, ROW } from './notification-additions.js';

/** `user_id` is the recipient. */
type AppNotificationRow = AddedRow & { user_id: string };

/** One notice of an app, to one user or to many. */
export interface AppAddition {
  type: string;
  /** The name of the setting that switches it off. */
  switch_name: string;
  actor_id: string | null;
  /** Of the event that it leaves. */
  depth: number;
  data: object;
  /** The recipients by the ids that their notifications get. */
  recipients: Map<string, string>;
  onAdded: (added: AppNotificationRow) => void;
}

// The domain event is also recorded for recipients who switched the type off: workflows and webhooks read it. The notices
// are given apart from their recipients, as many may have the same notice.
const ADD_FROM_APP = sql(
  'notification_add_of_app',
  `WITH notice AS (
     SELECT * FROM unnest($4::text[], $5::text[], $6::uuid[], $7::jsonb[], $8::smallint[])
       WITH ORDINALITY AS one (type, switch_name, actor_id, data, depth, n)
   ), recipient AS (
     SELECT given.id, given.user_id, given.place, notice.type, notice.actor_id, notice.data, notice.depth, EXISTS (
       SELECT FROM notifications.inboxes i
       WHERE i.user_id = u.id AND notice.switch_name = ANY (i.switched_off)) AS is_off
     FROM unnest($1::uuid[], $2::uuid[], $3::int[]) WITH ORDINALITY AS given (id, user_id, n, place)
     JOIN notice ON notice.n = given.n JOIN account.users u ON u.id = given.user_id
     ORDER BY u.id FOR KEY SHARE OF u
   ), notified AS (
     INSERT INTO notifications.notifications (id, user_id, type, about_kind, about_id, data)
     SELECT id, user_id, type, 'app', id, data FROM recipient WHERE NOT is_off RETURNING id
   ), actor AS (
     SELECT id FROM account.users WHERE id = ANY ($6::uuid[]) ORDER BY id FOR KEY SHARE
   ), acted AS (
     INSERT INTO notifications.notification_actors (notification_id, user_id)
     SELECT notified.id, actor.id FROM notified JOIN recipient ON recipient.id = notified.id
     JOIN actor ON actor.id = recipient.actor_id
   )
   INSERT INTO events.domain_events (type, actor_id, data, depth)
   SELECT type, actor_id, data || jsonb_build_object(
     'user_id', user_id, 'notification_id', CASE WHEN NOT is_off THEN id END), depth
   FROM recipient ORDER BY place`,
);
// A separate statement, as triggers move the counters at the end of the statement before.
const ADDED_FROM_APP = sql(
  'notification_added_of_app',
  `SELECT ${ROW}, n.user_id, newest.actors, i.unread_count FROM notifications.notifications n ${ACTORS}
   JOIN notifications.inboxes i ON i.user_id = n.user_id
   WHERE n.id = ANY ($1::uuid[])`,
);

/** One notification and domain event per notice and recipient. Deleted accounts are skipped. */
export const APP_ADDITIONS: Collector<AppAddition> = {
  statements: (notices) => {
    const given = notices.flatMap(({ recipients, onAdded }, at) =>
      Array.from(recipients, ([id, user_id]) => ({ id, user_id, n: at + 1, onAdded })),
    );
    const [ids, ...others] = columnsOf(given, 'id', 'user_id', 'n');
    const data = notices.map((notice) => JSON.stringify(notice.data));
    return [
      {
        statement: ADD_FROM_APP,
        values: [
          ids,
          ...others,
          ...columnsOf(notices, 'type', 'switch_name', 'actor_id'),
          data,
          ...columnsOf(notices, 'depth'),
        ],
      },
      {
        statement: ADDED_FROM_APP,
        values: [ids],
        answered: (rows) => reportEach(given, new Map((rows as AppNotificationRow[]).map((row) => [row.id, row]))),
      },
    ];
  },
};

/** Reports each with the number of unread notifications as it was after it, without what came later. */
function reportEach(given: { id: string; onAdded: AppAddition['onAdded'] }[], added: Map<string, AppNotificationRow>) {
  const reports: (() => void)[] = [];
  const later = new Map<string, number>();
  for (const { id, onAdded } of given.toReversed()) {
    const row = added.get(id);
    if (!row) continue;
    const fewer = later.get(row.user_id) ?? 0;
    later.set(row.user_id, fewer + 1);
    reports.push(() => onAdded({ ...row, unread_count: row.unread_count - fewer }));
  }
  for (const report of reports.toReversed()) report();
}
