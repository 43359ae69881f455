import { Stage } from './stage.js';

/** Starts a second instance of the service on the same database, with the same keys. */
export const beside = (first: Stage, variables: Record<string, string> = {}): Promise<Stage> =>
  Stage.start({
    DATABASE_URL: first.runtime.databaseUrl,
    DATA_DIR: first.runtime.environment.dataDir,
    ...variables,
  });
