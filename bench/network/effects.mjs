/*
 * What follows from a write: the row of the outbox, notifications, and entries of the realtime log, as one would write
 * them by hand for one request. The texts stand here and not in the sources, because the service may write these rows
 * of many requests with one statement. `test/bench/same-rows.spec.ts` compares the rows that both sides leave.
 */

const OUTBOX = {
  name: 'bare_outbox',
  text: 'INSERT INTO events.domain_events (type, actor_id, data) VALUES ($1, $2, $3)',
};

/** Adds the actor to the unread group, and nothing where the recipient has switched the type off. */
const NOTIFY = {
  name: 'bare_notify',
  text: `WITH recipient AS (
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
     INSERT INTO notifications.notification_actors AS a (notification_id, user_id) SELECT id, $6::uuid FROM notified
     ON CONFLICT (notification_id, user_id) DO UPDATE SET acted_at = greatest(a.acted_at, excluded.acted_at)
   )
   INSERT INTO events.domain_events (type, actor_id, data)
   SELECT CASE WHEN is_new THEN 'notification.created' ELSE 'notification.updated' END, $6::uuid,
     jsonb_build_object('id', id, 'user_id', $1::uuid, 'type', $2, 'about', jsonb_build_object('kind', $3, 'id', $4::uuid))
   FROM notified`,
};
/** An app's notification is not grouped. */
const NOTIFY_FROM_APP = {
  name: 'bare_notify_from_app',
  text: `WITH recipient AS (
     SELECT u.id, EXISTS (
       SELECT FROM notifications.inboxes i WHERE i.user_id = u.id AND $5 = ANY (i.switched_off)) AS is_off
     FROM account.users u WHERE u.id = $2 FOR KEY SHARE OF u
   ), notified AS (
     INSERT INTO notifications.notifications (id, user_id, type, about_kind, about_id, data)
     SELECT $1::uuid, id, $3, 'app', $1::uuid, $4::jsonb FROM recipient WHERE NOT is_off RETURNING id
   ), acted AS (
     INSERT INTO notifications.notification_actors (notification_id, user_id)
     SELECT notified.id, u.id FROM notified JOIN account.users u ON u.id = $6::uuid
   )
   INSERT INTO events.domain_events (type, actor_id, data)
   SELECT $3, $6::uuid, $4::jsonb || jsonb_build_object(
     'user_id', id, 'notification_id', CASE WHEN NOT is_off THEN $1::uuid END)
   FROM recipient`,
};

const shown = (
  where,
) => `SELECT n.id, n.type, n.about_kind, n.about_id, n.data, n.actors_count, n.read_at, n.created_at,
     n.updated_at, newest.actors, i.unread_count
   FROM notifications.notifications n JOIN notifications.inboxes i ON i.user_id = n.user_id CROSS JOIN LATERAL (
     SELECT coalesce(json_agg(actor), '[]') AS actors FROM (
       SELECT u.id, u.username, u.first_name, u.last_name, u.avatar_url
       FROM notifications.notification_actors a JOIN account.users u ON u.id = a.user_id
       WHERE a.notification_id = n.id ORDER BY a.acted_at DESC, a.user_id DESC LIMIT 5
     ) actor
   ) newest WHERE ${where}`;
// A statement of its own, because triggers change the counters at the end of the statement before.
const NOTIFIED = {
  name: 'bare_notified',
  text: shown(`n.user_id = $1 AND n.type = $2 AND n.about_kind = $3 AND n.about_id = $4 AND n.read_at IS NULL
     AND NOT $2 = ANY (i.switched_off)`),
};
const NOTIFIED_FROM_APP = { name: 'bare_notified_from_app', text: shown('n.id = $1') };

/** The entries of one request; rows of streams are locked in the order of their names. */
const APPEND = {
  name: 'bare_append',
  text: `WITH entry AS (
     SELECT *, row_number() OVER (PARTITION BY stream ORDER BY n) AS place, count(*) OVER (PARTITION BY stream) AS many
     FROM unnest($1::text[], $2::text[], $3::uuid[], $4::json[]) WITH ORDINALITY AS given (stream, type, actor_id, data, n)
   ), head AS (
     INSERT INTO realtime.heads AS h (stream, last_seq) SELECT stream, count(*) FROM entry GROUP BY stream ORDER BY stream
     ON CONFLICT (stream) DO UPDATE SET last_seq = h.last_seq + excluded.last_seq, moved_at = excluded.moved_at
     RETURNING stream, last_seq
   )
   INSERT INTO realtime.events (stream, seq, type, actor_id, data)
   SELECT stream, last_seq - many + place, type, actor_id, data FROM entry JOIN head USING (stream) ORDER BY n`,
};

export const recordEvent = (query, type, actorId, data) => query(OUTBOX, type, actorId, JSON.stringify(data));

/** Returns the entries of the realtime log that announce the notification: none where it is switched off. */
export async function notify(query, { user_id, actor_id, type, about, data = {} }) {
  if (user_id === actor_id) return [];
  await query(NOTIFY, user_id, type, about.kind, about.id, JSON.stringify(data), actor_id);
  const { rows } = await query(NOTIFIED, user_id, type, about.kind, about.id);
  return rows.map((row) => created(user_id, actor_id, row));
}

/** Like `notify`, for a notification of an app, whose id the caller gives. */
export async function notifyFromApp(query, { id, user_id, actor_id = null, type, data }) {
  const [app] = type.split('.');
  await query(NOTIFY_FROM_APP, id, user_id, type, JSON.stringify(data), `app:${app}`, actor_id);
  const { rows } = await query(NOTIFIED_FROM_APP, id);
  return rows.map((row) => created(user_id, actor_id, row));
}

function created(userId, actorId, { unread_count, about_kind, about_id, ...row }) {
  const notification = { ...row, about: { kind: about_kind, id: about_id } };
  return [`user:${userId}`, 'notification.created', actorId, JSON.stringify({ notification, unread_count })];
}

/** The last statement of a transaction. Each entry is a stream, a type, an actor and the data as JSON. */
export async function appendToLog(query, entries) {
  if (entries.length) await query(APPEND, ...[0, 1, 2, 3].map((column) => entries.map((entry) => entry[column])));
}
