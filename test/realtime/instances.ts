import { Stage } from './stage.js';

/** Starts a second instance of the service on the same database, with the same keys. */
export const beside = (first: Stage, variables: Record<string, string> = {}): Promise<Stage> =>
  Stage.start({
    DATABASE_URL: first.config.databaseUrl as string,
    DATA_DIR: first.config.dataDir,
    ...variables,
  });
