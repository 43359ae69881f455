import type { Writable } from 'node:stream';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isLostConnection, isStalePlan } from '../database-error.js';
import type { Statement } from '../sql.js';
import { ask } from './released-query.js';

/**
 * One connection that many callers share. Statements of one turn of the event loop leave in one packet, and no caller
 * waits for a free connection. It is for fast reads by key only, because all callers wait behind a slow one.
 */
export class PipelinedConnection {
  private client: PoolClient | undefined;
  private opening: Promise<PoolClient> | undefined;

  /** The pool has one connection, which it replaces when it is lost. */
  constructor(
    private readonly pool: Pool,
    private readonly onLost: (error: Error) => void,
  ) {}

  async rows<Row extends QueryResultRow>({ name, text }: Statement, values: unknown[]): Promise<Row[]> {
    const client = this.client ?? (await this.connectClient());
    try {
      return (await sendInOnePacket<Row>(client, { name, text, values })).rows;
    } catch (error) {
      const isStale = isStalePlan(error);
      if (!isStale && !isLostConnection(error)) throw error;
      // PostgreSQL announces the end of a connection before it closes it, and an outdated plan stays outdated.
      this.dropClient(client, isStale ? undefined : (error as Error));
      const config = isStale ? { text, values } : { name, text, values };
      return (await sendInOnePacket<Row>(this.client ?? (await this.connectClient()), config)).rows;
    }
  }

  async end(): Promise<void> {
    await this.opening?.catch(() => undefined);
    this.client?.release();
    this.client = undefined;
    await this.pool.end();
  }

  private connectClient(): Promise<PoolClient> {
    this.opening ??= this.pool
      .connect()
      .then((client) => {
        client.once('error', (error) => this.dropClient(client, error));
        client.once('end', () => this.dropClient(client, new Error('the server has ended it')));
        return (this.client = client);
      })
      .finally(() => (this.opening = undefined));
    return this.opening;
  }

  /** `lost` is why the connection is lost. One whose plans are outdated is dropped without it. */
  private dropClient(client: PoolClient, lost?: Error): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.release(true);
    if (lost) this.onLost(lost);
  }
}

/**
 * Sends everything until the next turn of the event loop in one packet, because a system call costs more than
 * a statement.
 */
export function sendInOnePacket<Row extends QueryResultRow>(
  client: PoolClient,
  config: QueryConfig<unknown[]>,
): Promise<QueryResult<Row>> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const answer = ask<Row>(client, config);
  // The caller awaits the answer, but possibly later than it fails; this avoids an unhandled rejection.
  answer.catch(() => undefined);
  return answer;
}

export type Asked = Pick<Statement, 'text'> & Partial<Pick<Statement, 'name' | 'prepared'>>;

export const queryOf = (
  { name, text, prepared }: Asked,
  values?: unknown[],
  prepares = true,
): QueryConfig<unknown[]> => (prepared && prepares ? { name, text, values } : { text, values: values as unknown[] });

/**
 * Runs a statement outside a transaction. After an outdated plan the pool drops that connection, but others
 * may be as old, so the retry sends no name.
 */
export async function askPool<Row extends QueryResultRow>(pool: Pool, statement: Statement, values: unknown[]) {
  try {
    return await askOnce<Row>(pool, queryOf(statement, values));
  } catch (error) {
    if (!statement.prepared || !isStalePlan(error)) throw error;
    return askOnce<Row>(pool, queryOf(statement, values, false));
  }
}

/** As `pool.query`: the pool drops a connection on which a statement has failed. */
async function askOnce<Row extends QueryResultRow>(pool: Pool, config: QueryConfig<unknown[]>) {
  const client = await pool.connect();
  client.once('error', leaveToStatement);
  let failure: Error | undefined;
  try {
    return await ask<Row>(client, config);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.removeListener('error', leaveToStatement);
    client.release(failure);
  }
}

/** A connection that is lost fails its statement as well. */
function leaveToStatement(): void {}
