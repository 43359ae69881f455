import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';

export const QUEUE_SCHEMA = 'jobs';

/** pg-boss would wait 30 s for a table lock, and all readers and writers of the table queue behind it. */
const OWN_LOCK_TIMEOUT = /SET LOCAL lock_timeout = \d+;/g;

/** Creates and migrates the tables of pg-boss, within the migration run of the service and its limits. */
export async function installQueue(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString, max: 2 });
  const db = {
    executeSql: (text: string, values?: unknown[]) => pool.query(text.replace(OWN_LOCK_TIMEOUT, ''), values),
  };
  const boss = new PgBoss({ db, schema: QUEUE_SCHEMA, supervise: false, schedule: false });
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
    await pool.end();
  }
}
