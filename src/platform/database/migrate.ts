import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { allSchemas } from './schema.js';

/** Any number that nothing else locks: several processes may start at once, one of them migrates. */
const MIGRATION_LOCK = 7_203_114;

/**
 * Brings the schema up to date. The lock is held by a connection of its own, because TypeORM has none and its
 * runner returns connections between migrations; neither it nor the migrations have a statement time-out.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new Client({ connectionString: url, application_name: 'community-platform migrations' });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await lock.query('CREATE SCHEMA IF NOT EXISTS platform');
    const options = dataSourceOptions({ url, poolSize: 2, onPoolError: () => undefined });
    const dataSource = await new DataSource({ ...options, extra: {} } as typeof options).initialize();
    try {
      const applied = await dataSource.runMigrations();
      await allSchemas().install(url);
      return applied.map(({ name }) => name);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await lock.end();
  }
}
