import type { Pool } from 'pg';
import { eventually } from '../support/service.js';

/** As if the service had run for an hour. */
export const upForAnHour = (database: Pool) =>
  database.query(`UPDATE realtime.uptime SET since = now() - interval '1 hour', seen_at = now()`);

/** As if the last connection of his had been closed so long ago. */
export async function leftAgo(database: Pool, userId: string, minutes: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await database.query('SELECT FROM realtime.connections WHERE user_id = $1', [
      userId,
    ]);
    if (rowCount) throw new Error('his connections are not closed');
  });
  await database.query(
    `INSERT INTO realtime.departures (user_id, left_at) VALUES ($1, now() - $2 * interval '1 minute')
     ON CONFLICT (user_id) DO UPDATE SET left_at = excluded.left_at, told = false`,
    [userId, minutes],
  );
}

/** As if the host of a broadcast had been there, or called, so long ago the last time. */
export async function hostAway(database: Pool, { id }: { id: string }, minutes: number): Promise<void> {
  await upForAnHour(database);
  const { rows } = await database.query(
    `UPDATE community.broadcasts SET host_seen_at = now() - interval '50 minutes' WHERE id = $1 RETURNING host_id`,
    [id],
  );
  await leftAgo(database, rows[0].host_id, minutes);
}

/** As if a process held a connection of his. */
export const connected = (database: Pool, userId: string) =>
  database.query(
    `WITH here AS (INSERT INTO realtime.instances (id) VALUES (gen_random_uuid()) RETURNING id)
     INSERT INTO realtime.connections (id, instance, user_id) SELECT 'c_' || $1, id, $1::uuid FROM here`,
    [userId],
  );
