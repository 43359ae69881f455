import pg, { Pool, type PoolConfig, types } from 'pg';
import { DataSource, type DataSourceOptions, DefaultNamingStrategy, type Table } from 'typeorm';
import type { Schema } from '../database.module.js';

// A timestamp without a zone stays text, as a Date would be read in the zone of the process.
const localTime = (text: string) => text.replace(' ', 'T');
const LOCAL_TIMES = 1115 as typeof types.builtins.TIMESTAMP;
types.setTypeParser(types.builtins.TIMESTAMP, localTime);
types.setTypeParser(LOCAL_TIMES, (text) =>
  text === '{}' ? [] : text.slice(1, -1).replaceAll('"', '').split(',').map(localTime),
);

/** A caller waits for a connection for so long at most. */
export const CONNECTION_WAIT_MS = 5_000;

/** The start of the service waits for one of the pool for so long. */
const START_WAIT_MS = 30_000;
/** The first connection: each attempt waits for `CONNECTION_WAIT_MS`. */
const START_ATTEMPTS = START_WAIT_MS / CONNECTION_WAIT_MS;

const TIMEOUTS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  connectionTimeoutMillis: CONNECTION_WAIT_MS,
  // The server's own time-out does not fire while the server hangs. In that case the driver gives up a little later.
  query_timeout: 12_000,
  keepAlive: true,
  // Statements whose answers are not awaited, above all those around the COMMIT, are sent at once.
  pipeline: true,
  // JIT compilation and parallel workers pay off for reports. The statements here are short, but their estimates are
  // high for users who follow thousands or store 100,000 documents, and workers take the processors of other requests.
  options: '-c jit=off -c max_parallel_workers_per_gather=0',
} satisfies PoolConfig;

export interface DataSourceSettings {
  url: string;
  poolSize: number;
  /** Called when an idle connection is lost, or one that is shared. */
  onLost: (error: Error) => void;
}

export function dataSourceOptions(
  { url, poolSize, onLost }: DataSourceSettings,
  { entities, migrations }: Schema,
): DataSourceOptions {
  return {
    type: 'postgres',
    // Otherwise TypeORM looks for the package by its name, and would load another one beside the bundle.
    driver: pg,
    url,
    schema: 'platform',
    entities,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    installExtensions: false,
    namingStrategy: new PostgresNaming(),
    applicationName: 'community-platform',
    poolSize,
    poolErrorHandler: onLost,
    extra: TIMEOUTS,
    logging: false,
  };
}

/**
 * A machine that is full may answer later than a caller waits. The start of the service waits half a minute, for its first
 * connection and then, until `limitConnectionWait`, for one of the pool. A server that refuses the connection is not
 * asked again.
 */
export async function openDataSource(settings: DataSourceSettings, schema: Schema): Promise<DataSource> {
  for (let attempt = 1; ; attempt++) {
    try {
      const dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
      poolOf(dataSource).options.connectionTimeoutMillis = START_WAIT_MS;
      return dataSource;
    } catch (error) {
      if (attempt === START_ATTEMPTS || !isLate(error)) throw error;
    }
  }
}

/** The driver's error after `connectionTimeoutMillis`; it has no code. */
const isLate = (error: unknown) => error instanceof Error && /connection timeout/.test(error.message);

/**
 * Ends the start, in which nobody waits for an answer: callers wait for a connection of the pool for `CONNECTION_WAIT_MS`
 * at most. The pool reads its options for each of them.
 */
export function limitConnectionWait(dataSource: DataSource): void {
  poolOf(dataSource).options.connectionTimeoutMillis = CONNECTION_WAIT_MS;
}

/** TypeORM's own pool, so that named statements and entities share one set of connections. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

/** Creates a pool in addition to TypeORM's. */
export function anotherPool(name: string, { url, poolSize, onLost }: DataSourceSettings): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: `community-platform ${name}`,
    ...TIMEOUTS,
  });
  return pool.on('error', onLost);
}

const nameOf = (table: Table | string) => (typeof table === 'string' ? table : table.name).split('.').at(-1);

/**
 * Uses the names that PostgreSQL chooses by default, so that migrations are plain SQL and errors contain
 * familiar names.
 */
export class PostgresNaming extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `${nameOf(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return [nameOf(table), ...columns, 'fkey'].join('_');
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return [nameOf(table), ...columns, 'key'].join('_');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return [nameOf(table), ...columns, 'idx'].join('_');
  }
}
