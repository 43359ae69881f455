import type { Writable } from 'node:stream';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { isLostConnection } from './database-error.js';
import type { Statement } from './sql.js';

/**
 * One connection that many share: what they ask in one turn of the event loop leaves in one packet, and nobody waits
 * for a free connection. For reads by key that take PostgreSQL no time, as everybody behind a slow one would wait.
 */
export class QuickLane {
  private client: PoolClient | undefined;
  private opening: Promise<PoolClient> | undefined;

  /** Of one connection, which is replaced when it is lost. */
  constructor(private readonly pool: Pool) {}

  async rows<Row extends QueryResultRow>({ name, text }: Statement, values: unknown[]): Promise<Row[]> {
    const ask = (client: PoolClient) => together(client, () => client.query<Row>({ name, text, values }));
    const client = this.client ?? (await this.open());
    try {
      return (await ask(client)).rows;
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      // PostgreSQL says goodbye before the connection ends: nobody else is to ask there.
      this.drop(client);
      return (await ask(this.client ?? (await this.open()))).rows;
    }
  }

  async end(): Promise<void> {
    await this.opening?.catch(() => undefined);
    this.client?.release();
    this.client = undefined;
    await this.pool.end();
  }

  private open(): Promise<PoolClient> {
    this.opening ??= this.pool
      .connect()
      .then((client) => {
        client.once('error', () => this.drop(client));
        client.once('end', () => this.drop(client));
        return (this.client = client);
      })
      .finally(() => (this.opening = undefined));
    return this.opening;
  }

  private drop(client: PoolClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.release(true);
  }
}

/** What is sent until the next turn of the event loop leaves in one packet: a system call costs more than a statement. */
export function together<Row extends QueryResultRow>(
  client: PoolClient,
  send: () => Promise<QueryResult<Row>>,
): Promise<QueryResult<Row>> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const answer = send();
  // Whoever sent it asks how it went, but perhaps later than it fails.
  answer.catch(() => undefined);
  return answer;
}
