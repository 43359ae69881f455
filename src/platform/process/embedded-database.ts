import {
  type EmbeddedPostgres,
  EmbeddedPostgresRefusal,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@community-platform/embedded-postgres';
import { StartRefusal } from '../config/start-refusal.js';
import { prepareDataFolder, writingTo } from './data-folder.js';

/** Starts the embedded PostgreSQL, which is used when no DATABASE_URL is set. */
export async function startEmbeddedDatabase(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await prepareDataFolder(options.dataDir);
  try {
    return await writingTo(options.dataDir, () => startEmbeddedPostgres(options));
  } catch (error) {
    throw error instanceof EmbeddedPostgresRefusal ? new StartRefusal(error.message) : error;
  }
}
