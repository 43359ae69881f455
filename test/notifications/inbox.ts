import { DatabaseService } from '../../src/platform/database/database.service.js';
import { type Notice, NotificationsService } from '../../src/notifications/notifications.service.js';
import type { Account, TestService } from '../support/service.js';

export const THING = '0190a0a0-0000-7000-8000-00000000000a';
export const OTHER = '0190a0a0-0000-7000-8000-00000000000b';

export const post = (id = THING) => ({ kind: 'post', id });

/** Calls the service as an area does: inside the transaction of the fact. */
export const inTransaction = <T>(service: TestService, work: () => Promise<T>): Promise<T> =>
  service.app.get(DatabaseService).transaction(work);

/** Notifies one after the other, each in its own millisecond, so that the order is certain. */
export async function notify(service: TestService, notice: Notice): Promise<void> {
  await inTransaction(service, async () => service.app.get(NotificationsService).notify(notice));
  await new Promise((resolve) => setTimeout(resolve, 2));
}

export const inbox = async ({ client }: Account, query = '') =>
  (await client.get(`/v1/notifications${query}`).expect(200)).body;

/** Inserts accounts that cannot sign in, to serve as actors. */
export async function people(service: TestService, count: number): Promise<string[]> {
  const { rows } = await service.database.query(
    `WITH made AS (
       INSERT INTO account.users (email, first_name)
       SELECT gen_random_uuid() || '@example.com', 'Person ' || n FROM generate_series(1, $1) n RETURNING id
     ), counted AS (INSERT INTO account.user_counters (user_id) SELECT id FROM made)
     SELECT id FROM made`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Counts the stored rows by hand; the counters of the triggers have to agree. */
export async function miscounted(service: Pick<TestService, 'database'>): Promise<unknown[]> {
  const { rows } = await service.database.query(`
    SELECT 'inbox' AS what, i.user_id AS id, i.unread_count AS kept, c.unread AS counted
    FROM notifications.inboxes i, LATERAL (
      SELECT count(*)::int AS unread FROM notifications.notifications n
      WHERE n.user_id = i.user_id AND n.read_at IS NULL) c
    WHERE i.unread_count <> c.unread
    UNION ALL
    SELECT 'group', n.id, n.actors_count, c.actors
    FROM notifications.notifications n, LATERAL (
      SELECT count(*)::int AS actors FROM notifications.notification_actors a WHERE a.notification_id = n.id) c
    WHERE n.actors_count <> c.actors
    UNION ALL
    SELECT 'no inbox', n.user_id, 0, count(*)::int FROM notifications.notifications n
    WHERE n.read_at IS NULL AND NOT EXISTS (SELECT FROM notifications.inboxes i WHERE i.user_id = n.user_id)
    GROUP BY n.user_id`);
  return rows;
}
