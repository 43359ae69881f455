import { PgBoss } from 'pg-boss';
import { schema } from '../platform/database/schema.js';

export const QUEUE_SCHEMA = 'jobs';

/** The queue's tables are the library's own: it brings them up to date, in our migration run. */
schema({
  entities: [],
  migrations: [],
  install: async (connectionString) => {
    const boss = new PgBoss({
      connectionString,
      schema: QUEUE_SCHEMA,
      supervise: false,
      schedule: false,
      max: 2,
    });
    await boss.start();
    await boss.stop({ graceful: false, close: true });
  },
});
