import { Pool, type PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { PostgresNaming } from './naming.js';
import { allSchemas } from './schema.js';

const TIMEOUTS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  connectionTimeoutMillis: 5_000,
  // The server's own time-out cannot fire while the server hangs: then the driver gives up a little later.
  query_timeout: 12_000,
  keepAlive: true,
  // What a transaction sends without waiting for an answer, above all its end, goes out at once.
  pipeline: true,
  // Compiling pays for reports; our statements are short, and estimated long where somebody follows thousands.
  options: '-c jit=off',
} satisfies PoolConfig;

export interface DataSourceSettings {
  url: string;
  poolSize: number;
  onPoolError: (error: Error) => void;
}

export function dataSourceOptions({ url, poolSize, onPoolError }: DataSourceSettings): DataSourceOptions {
  const { entities, migrations } = allSchemas();
  return {
    type: 'postgres',
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
    poolErrorHandler: onPoolError,
    extra: TIMEOUTS,
    logging: false,
  };
}

/** The pool under TypeORM, so that hot statements and entities share one set of connections. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

/** A pool beside TypeORM's. */
export function anotherPool(name: string, { url, poolSize, onPoolError }: DataSourceSettings): Pool {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: `community-platform ${name}`,
    ...TIMEOUTS,
  });
  return pool.on('error', onPoolError);
}
