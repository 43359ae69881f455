import type { Pool } from 'pg';
import { eventually } from '../support/service.js';

/** Sets the start of the service back by an hour, so that the uptime does not extend any deadline. */
export const upForAnHour = (database: Pool) =>
  database.query(`UPDATE realtime.uptime SET since = now() - interval '1 hour', seen_at = now()`);

/** Closes the user's connections and records the departure as that many minutes old. */
export async function leftAgo(database: Pool, userId: string, minutes: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await database.query('SELECT FROM realtime.connections WHERE user_id = $1', [userId]);
    if (rowCount) throw new Error('the connections are not closed');
  });
  await database.query(
    `INSERT INTO realtime.departures (user_id, left_at) VALUES ($1, now() - $2 * interval '1 minute')
     ON CONFLICT (user_id) DO UPDATE SET left_at = excluded.left_at, told = false`,
    [userId, minutes],
  );
}

/** Makes the last connection and the last request of the broadcast's host that many minutes old. */
export async function hostAway(database: Pool, { id }: { id: string }, minutes: number): Promise<void> {
  await upForAnHour(database);
  const { rows } = await database.query(
    `UPDATE community.broadcasts SET host_seen_at = now() - interval '50 minutes' WHERE id = $1 RETURNING host_id`,
    [id],
  );
  await leftAgo(database, rows[0].host_id, minutes);
}

/** Records a connection of the user, held by a process that does not exist. */
export const connected = (database: Pool, userId: string) =>
  database.query(
    `WITH here AS (INSERT INTO realtime.instances (id) VALUES (gen_random_uuid()) RETURNING id)
     INSERT INTO realtime.connections (id, instance, user_id) SELECT 'c_' || $1, id, $1::uuid FROM here`,
    [userId],
  );

/**
 * So many minutes pass for users who are away. The schedule may end a broadcast between two steps of a test, so a host is
 * away for too long only in the last one.
 */
export async function awayLonger(database: Pool, minutes: number): Promise<void> {
  const earlier = (table: string, column: string) =>
    database.query(`UPDATE ${table} SET ${column} = ${column} - $1 * interval '1 minute'`, [minutes]);
  await Promise.all([earlier('realtime.departures', 'left_at'), earlier('community.broadcasts', 'host_seen_at')]);
}
