import type { Runtime } from '../config/runtime.js';
import { prepareDataFolder } from './data-folder.js';

export type Report = (level: 'info' | 'warn' | 'error', message: string) => void;

export interface RunningDatabase {
  /** Writes all changes to their files. After migrations these are thousands, too many for a stop, which has seconds. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

export interface StartingDatabase {
  /** Resolves when PostgreSQL is a process, and has yet to answer. */
  launched: Promise<void>;
  ready: Promise<RunningDatabase>;
}

/** Starts PostgreSQL unless one is given. `runtime.databaseUrl` is set when it is ready. */
export function startDatabase(runtime: Runtime, role: 'server' | 'visitor', log: Report): StartingDatabase {
  const { dataDir, databaseUrl } = runtime.environment;
  let announceLaunch: () => void = () => undefined;
  const launch = new Promise<void>((resolve) => (announceLaunch = resolve));
  const start = async () => {
    await prepareDataFolder(dataDir);
    // A given PostgreSQL decides for itself when it writes.
    if (databaseUrl) return { checkpoint: () => Promise.resolve(), close: () => Promise.resolve() };
    // Loaded only when it is used: the production image has no PostgreSQL.
    const { startEmbeddedDatabase } = await import('./embedded-database.js');
    const embedded = await startEmbeddedDatabase({ dataDir, role, log, onLaunched: announceLaunch });
    runtime.databaseUrl = embedded.url;
    return { checkpoint: () => embedded.checkpoint(), close: () => embedded.stop() };
  };
  const ready = start();
  return { launched: Promise.race([launch, ready.then(() => undefined)]), ready };
}
