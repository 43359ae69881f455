import { mkdirSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import type { Config } from '../config/environment.js';
import { StartRefusal } from '../config/start-refusal.js';
import { isLostConnection } from '../database/database-error.js';
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
  // The embedded PostgreSQL makes its folder itself, for the user it runs as.
  if (config.databaseUrl) await prepareFolder(config.dataDir);
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, role, log: tell });
  const close = async () => embedded?.stop();
  config.databaseUrl ??= embedded?.url;
  try {
    return { migrated: await migrate(config.databaseUrl as string), close };
  } catch (error) {
    await close();
    if (!isLostConnection(error) && !isConnectionFault(error)) throw error;
    throw new StartRefusal(`DATABASE_URL cannot be used: ${(error as Error).message || 'no connection'}`);
  }
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    mkdirSync(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartRefusal(`DATA_DIR ${folder} cannot be written: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** Wrong password, role or database: PostgreSQL answers, and says no. */
const isConnectionFault = (error: unknown) => /^(28|3D)/.test(String((error as { code?: unknown }).code));
