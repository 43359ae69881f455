import type { Config } from '../config/environment.js';
import { StartRefusal } from '../config/start-refusal.js';
import { isLostConnection, sqlState } from '../database/database-error.js';
import { DataDirectory, writingTo } from '../database/embedded/data-directory.js';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { migrate } from '../database/migrate.js';

type Tell = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface Storage {
  /** Names of the migrations that ran. */
  migrated: string[];
  close(): Promise<void>;
}

/**
 * Makes the data directory and the database ready: PostgreSQL is started where none is given, and the schema
 * brought up to date. From here on `config.databaseUrl` is set.
 */
export async function openStorage(config: Config, role: 'server' | 'visitor', tell: Tell): Promise<Storage> {
  await writingTo(config.dataDir, async () => void new DataDirectory(config.dataDir));
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, role, log: tell });
  const close = async () => embedded?.stop();
  config.databaseUrl ??= embedded?.url;
  try {
    return { migrated: await migrate(config.databaseUrl as string), close };
  } catch (error) {
    await close();
    const { message } = error as Error;
    if (isLostConnection(error))
      throw new StartRefusal(`DATABASE_URL cannot be used: ${message || 'no connection'}`);
    if (sqlState(error)) throw new StartRefusal(`the database cannot be brought up to date: ${message}`);
    throw error;
  }
}
