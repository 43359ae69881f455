import type { Pool } from 'pg';

/**
 * What stays by design when an account goes: what happened and what staff was told of, as ids; the log of events until
 * it is 72 hours old, with the counters of its streams; the queue, whose jobs are forgotten when they are done;
 * what the processor has, which is not ours; and what apps keep by their contracts: orders for the books, the short
 * names that nobody else is to take, and what was said in tickets and forums.
 */
const KEPT =
  /^(sandbox\.|events\.domain_events|moderation\.(reports|reported_things)|realtime\.(events|heads)|jobs\.|ext_(courses|products)\.orders|ext_shortlinks\.retired_slugs|ext_forums\.(forums|topics|posts)|ext_support\.(tickets|messages|ticket_events|ratings))/;

/** Our tables that have one of these words in some column of some row, whatever its type. */
export async function traces(database: Pool, words: string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    if (KEPT.test(name)) continue;
    const { rowCount } = await database.query(`SELECT FROM ${name} t WHERE t::text ~ $1 LIMIT 1`, [
      words.join('|'),
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}
