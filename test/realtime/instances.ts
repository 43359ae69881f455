import { Stage } from './stage.js';

/** Another process's part of the same service: on the database of the first, with the same keys. */
export const beside = (first: Stage, variables: Record<string, string> = {}): Promise<Stage> =>
  Stage.start({
    DATABASE_URL: first.config.databaseUrl as string,
    DATA_DIR: first.config.dataDir,
    ...variables,
  });
