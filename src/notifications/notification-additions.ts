import type { Collector } from '../platform/database/connection/transaction-unit.js';
import { columnsOf, sql } from '../platform/database/sql.js';
import type { Notification } from './notification.entity.js';
import type { NotificationRow } from './notifications.dto.js';

/** `unread_count` is the recipient's number of unread notifications. */
export type AddedRow = NotificationRow & { unread_count: number };
export type OnAdded = (added: AddedRow) => void;

/** Adds an actor to an unread group of the recipient, or begins one. */
interface Addition extends Pick<Notification, 'user_id' | 'type' | 'data'> {
  kind: string;
  about_id: string;
  actor_id: string | null;
  onAdded: OnAdded;
}

/** What was added; without a row for recipients who switched the type off or are deleted. */
interface Added {
  place: number;
  /** The id of the group. */
  id: string;
  /** Whether this addition began the group. */
  is_new: boolean;
  /** Whether its actor was not in the group before. */
  is_new_actor: boolean;
}

const ACTORS_SHOWN = 5;
export const ROW =
  'n.id, n.type, n.about_kind, n.about_id, n.data, n.actors_count, n.read_at, n.created_at, n.updated_at';
const actors = (limit: string) => `CROSS JOIN LATERAL (
     SELECT coalesce(json_agg(actor), '[]') AS actors FROM (
       SELECT u.id, u.username, u.first_name, u.last_name, u.avatar_url
       FROM notifications.notification_actors a JOIN account.users u ON u.id = a.user_id
       WHERE a.notification_id = n.id ORDER BY a.acted_at DESC, a.user_id DESC LIMIT ${limit}
     ) actor
   ) newest`;
/** SQL that joins the newest actors of the notification `n`. */
export const ACTORS = actors(String(ACTORS_SHOWN));

// FOR KEY SHARE: if the account of a recipient is being deleted, nothing is added for them and the rest of the
// transaction goes on.
const ADD = sql(
  'notification_add',
  `WITH given AS (
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::jsonb[], $6::uuid[])
       WITH ORDINALITY AS one (user_id, type, kind, about_id, data, actor_id, n)
   ), recipient AS (
     SELECT u.id FROM account.users u WHERE u.id = ANY ($1::uuid[]) ORDER BY u.id FOR KEY SHARE OF u
   ), wanted AS (
     SELECT given.* FROM given JOIN recipient ON recipient.id = given.user_id
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
     SELECT w.*, g.id, g.is_new AND row_number() OVER (PARTITION BY g.id ORDER BY w.n) = 1 AS is_new,
       w.actor_id IS NOT NULL AND row_number() OVER (PARTITION BY g.id, w.actor_id ORDER BY w.n) = 1 AND NOT EXISTS (
         SELECT FROM notifications.notification_actors a WHERE a.notification_id = g.id AND a.user_id = w.actor_id
       ) AS is_new_actor
     FROM wanted w JOIN notified g
       ON (g.user_id, g.type, g.about_kind, g.about_id) = (w.user_id, w.type, w.kind, w.about_id)
   ), acted AS (
     INSERT INTO notifications.notification_actors AS a (notification_id, user_id)
     SELECT DISTINCT id, actor_id FROM added WHERE actor_id IS NOT NULL
     ON CONFLICT (notification_id, user_id) DO UPDATE SET acted_at = greatest(a.acted_at, excluded.acted_at)
   ), recorded AS (
     INSERT INTO events.domain_events (type, actor_id, data)
     SELECT CASE WHEN is_new THEN 'notification.created' ELSE 'notification.updated' END, actor_id, jsonb_build_object(
       'id', id, 'user_id', user_id, 'type', type, 'about', jsonb_build_object('kind', kind, 'id', about_id))
     FROM added ORDER BY n
   ) SELECT n::int AS place, id, is_new, is_new_actor FROM added ORDER BY n`,
);
// Reads the groups. It is a separate statement, as triggers move the counters at the end of the statement before. The
// groups are found by what they are about, so both statements are sent together.
const ADDED = sql(
  'notification_added',
  `SELECT ${ROW}, newest.actors, i.unread_count
   FROM (
     SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) AS one (user_id, type, kind, about_id)
   ) given
   JOIN notifications.notifications n ON n.user_id = given.user_id AND n.type = given.type
     AND n.about_kind = given.kind AND n.about_id = given.about_id AND n.read_at IS NULL
   JOIN notifications.inboxes i ON i.user_id = n.user_id ${actors(`${ACTORS_SHOWN} + cardinality($1::uuid[])`)}`,
);

export const ADDITIONS: Collector<Addition> = {
  statements: (additions) => {
    const groups = columnsOf(additions, 'user_id', 'type', 'kind', 'about_id');
    const data = additions.map((one) => JSON.stringify(one.data));
    let added: Added[] = [];
    return [
      {
        statement: ADD,
        values: [...groups, data, additions.map(({ actor_id }) => actor_id)],
        answered: (rows) => (added = rows as Added[]),
      },
      {
        statement: ADDED,
        values: groups,
        answered: (rows) => reportEach(additions, added, new Map((rows as AddedRow[]).map((row) => [row.id, row]))),
      },
    ];
  },
};

/** Reports the group as it was after each addition: the state after all of them, without what came later. */
function reportEach(additions: Addition[], added: Added[], groups: Map<string, AddedRow>): void {
  const reports: (() => void)[] = [];
  const laterActors = new Map<string, Set<string>>();
  const laterGroups = new Map<string, number>();
  for (const { place, id, is_new, is_new_actor } of added.toReversed()) {
    const { user_id, actor_id, data, onAdded } = additions[place - 1] as Addition;
    const group = groups.get(id) as AddedRow;
    const later = laterActors.get(id) ?? new Set();
    const state = {
      ...group,
      data,
      actors_count: group.actors_count - later.size,
      actors: group.actors
        .filter((actor) => !later.has(actor.id))
        .sort((one, other) => Number(other.id === actor_id) - Number(one.id === actor_id))
        .slice(0, ACTORS_SHOWN),
      unread_count: group.unread_count - (laterGroups.get(user_id) ?? 0),
    };
    reports.unshift(() => onAdded(state));
    if (is_new_actor) laterActors.set(id, later.add(actor_id as string));
    if (is_new) laterGroups.set(user_id, (laterGroups.get(user_id) ?? 0) + 1);
  }
  for (const report of reports) report();
}
