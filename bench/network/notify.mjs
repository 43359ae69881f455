/** The statements of a notification; answers the line of the realtime log that tells of it. */
export async function notify(query, { user_id, actor_id, type, about, data }) {
  await query('notification_add', user_id, type, about.kind, about.id, JSON.stringify(data), actor_id);
  const [added] = (await query('notification_added', user_id, type, about.kind, about.id)).rows;
  const { unread_count, about_kind, about_id, ...row } = added;
  const notification = { ...row, about: { kind: about_kind, id: about_id } };
  const told = JSON.stringify({ notification, unread_count });
  return [`user:${user_id}`, 'notification.created', actor_id, told];
}

/** Lines of the realtime log, each a stream, a type, an actor and the data. */
export const append = (query, lines) =>
  query('realtime_append', ...[0, 1, 2, 3].map((column) => lines.map((line) => line[column])));
