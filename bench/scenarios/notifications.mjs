import { newCaller } from '../network/callers.mjs';
import { cut, FIRST } from '../network/cursor.mjs';
import { ask } from '../network/database.mjs';

export const name = 'notifications';
export const path = '/v1/notifications';
export const network = true;
export const alone = true;

const LIMIT = 20;
const WRITTEN = 100;
const ACTORS = 3;

/** An inbox of many reactions, each of several actors. */
export async function prepare(here, environment) {
  const { id, headers } = await newCaller(here);
  await ask(
    environment,
    `WITH post AS (
       SELECT id, row_number() OVER (ORDER BY id) AS n FROM social.posts WHERE status = 'published' ORDER BY id LIMIT $2
     ), made AS (
       INSERT INTO notifications.notifications (user_id, type, about_kind, about_id, created_at, updated_at)
       SELECT $1, 'reaction', 'post', id, at, at FROM post, LATERAL (SELECT now() - n * interval '1 minute' AS at) moment
       RETURNING id
     )
     INSERT INTO notifications.notification_actors (notification_id, user_id)
     SELECT made.id, person.id FROM made, (
       SELECT id FROM account.users WHERE email LIKE 'person%@demo.example' ORDER BY id LIMIT $3
     ) person`,
    [id, WRITTEN, ACTORS],
  );
  return { headers };
}

export function bare(app, { identify, query }) {
  app.get(path, identify, async (request, response) => {
    const { id } = request.user;
    const [head] = (await query('realtime_heads', [`user:${id}`])).rows;
    const { rows } = await query('notifications_of_user', id, ...FIRST, LIMIT + 1);
    const [inbox] = (await query('inbox_unread', id)).rows;
    const keys = (row) => [row.updated_at, row.id];
    const { shown, next_cursor } = cut('notifications', rows, LIMIT, keys);
    const notifications = shown.map(({ about_kind, about_id, ...row }) => ({
      ...row,
      about: { kind: about_kind, id: about_id },
    }));
    response
      .set('X-Realtime-Position', `${head.stream};${head.epoch};${head.seq}`)
      .json({ notifications, next_cursor, unread_count: inbox?.unread_count ?? 0 });
  });
}
