import type { Runtime } from '../config/runtime.js';
import { StartRefusal } from '../config/start-refusal.js';
import { isLostConnection, sqlState } from '../database/database-error.js';
import type { Schema } from '../database/database.module.js';
import { migrate } from '../database/migrate.js';
import { prepareDataFolder } from './data-folder.js';

type Report = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface Storage {
  /** The names of the migrations that ran. */
  migrated: string[];
  close(): Promise<void>;
}

/**
 * Makes the data directory and the database ready: PostgreSQL is started where none is given, and the schema
 * brought up to date. From here on `runtime.databaseUrl` is set.
 */
export async function openStorage(
  runtime: Runtime,
  role: 'server' | 'visitor',
  schema: Schema,
  tell: Report,
): Promise<Storage> {
  const { dataDir, databaseUrl } = runtime.environment;
  await prepareDataFolder(dataDir);
  const embedded = databaseUrl ? undefined : await startDatabase(dataDir, role, tell);
  const close = async () => embedded?.stop();
  if (embedded) runtime.databaseUrl = embedded.url;
  try {
    return { migrated: await migrate(runtime.databaseUrl, schema, { report: tell }), close };
  } catch (error) {
    await close();
    const { message } = error as Error;
    if (isLostConnection(error)) throw new StartRefusal(`DATABASE_URL cannot be used: ${message || 'no connection'}`);
    if (sqlState(error)) throw new StartRefusal(`the database cannot be brought up to date: ${message}`);
    throw error;
  }
}

/** The package is loaded only when it is used: the production image does not contain it. */
async function startDatabase(dataDir: string, role: 'server' | 'visitor', log: Report) {
  const { startEmbeddedDatabase } = await import('./embedded-database.js');
  return startEmbeddedDatabase({ dataDir, role, log });
}
