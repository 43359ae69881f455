import type { PoolClient } from 'pg';
import { eventually, type TestService } from '../support/service.js';
import { type ProcessorEvent, Webhook } from './webhook.js';

/**
 * Sends an event while another transaction changes the row that the event concerns: the handler starts before that
 * commit, waits for the row's lock, and continues after it. Returns the outcome of the event.
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
      // Other test workers use other databases, so their locks do not appear here.
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
