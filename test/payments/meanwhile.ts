import type { PoolClient } from 'pg';
import { eventually, type TestService } from '../support/service.js';
import { type ProcessorEvent, Webhook } from './webhook.js';

/**
 * Sends an event while somebody else changes the row that it is about: its handler begins before that is committed,
 * waits for the row, and goes on after it. Answers what became of the event.
 */
export async function meanwhile(
  service: TestService,
  sent: ProcessorEvent,
  change: (client: PoolClient) => Promise<unknown>,
): Promise<string> {
  const client = await service.database.connect();
  try {
    await client.query('BEGIN');
    await change(client);
    const delivered = new Webhook(service).deliver(sent);
    await eventually(async () => {
      // The tests of other workers have databases of their own, and so locks of their own.
      const waits = `SELECT FROM pg_locks WHERE NOT granted AND pid IN
        (SELECT pid FROM pg_stat_get_activity(NULL) WHERE datid = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
      expect((await service.database.query(waits)).rowCount).toBeGreaterThan(0);
    });
    await client.query('COMMIT');
    return await delivered;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
