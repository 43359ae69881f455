import type { Runtime } from '../config/runtime.js';
import { StartRefusal } from '../config/start-refusal.js';
import { isLostConnection, sqlState } from '../database/database-error.js';
import type { Schema } from '../database/database.module.js';
import { migrate } from '../database/migrate.js';
import { type Report, type RunningDatabase, startDatabase } from './running-database.js';

export interface Storage extends RunningDatabase {
  /** The names of the migrations that ran. */
  migrated: string[];
}

/** Makes the data directory and the database ready: `startDatabase`, and then the schema is brought up to date. */
export async function openStorage(
  runtime: Runtime,
  role: 'server' | 'visitor',
  schema: Schema,
  tell: Report,
): Promise<Storage> {
  const database = await startDatabase(runtime, role, tell).ready;
  return { ...database, migrated: await bringUpToDate(runtime, database, schema, tell) };
}

/** Brings the schema up to date, and returns the names of the migrations that ran. Stops the database on failure. */
export async function bringUpToDate(
  runtime: Runtime,
  database: RunningDatabase,
  schema: Schema,
  tell: Report,
): Promise<string[]> {
  try {
    return await migrate(runtime.databaseUrl, schema, { report: tell });
  } catch (error) {
    await database.close();
    const { message } = error as Error;
    if (isLostConnection(error)) throw new StartRefusal(`DATABASE_URL cannot be used: ${message || 'no connection'}`);
    if (sqlState(error)) throw new StartRefusal(`the database cannot be brought up to date: ${message}`);
    throw error;
  }
}
