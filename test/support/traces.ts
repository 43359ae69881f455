import type { Pool } from 'pg';

/**
 * Tables that keep ids of a deleted account by design: domain events and reports; the realtime log until it
 * is 72 hours old, with the counters of its streams; the queue, whose jobs are deleted when they are done;
 * data of the payment processor; and what apps keep by their contracts: orders and bookings for accounting, short
 * names that must not be reused, and texts of tickets and forums.
 */
const KEPT =
  /^(sandbox\.|events\.domain_events|moderation\.(reports|reported_things)|realtime\.(events|heads)|jobs\.|ext_(courses|products)\.orders|ext_live_sessions\.bookings|ext_bundles\.purchases|ext_subscriptions\.charges|ext_shortlinks\.retired_slugs|ext_forums\.(forums|topics|posts)|ext_support\.(tickets|messages|ticket_events|ratings))/;

/** The tables of the service that contain one of these words in any column of any type. */
export async function traces(database: Pool, words: string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (KEPT.test(name)) continue;
    const { rowCount } = await database.query(`SELECT FROM ${name} t WHERE t::text ~ $1 LIMIT 1`, [words.join('|')]);
    if (rowCount) found.push(name);
  }
  return found;
}
