import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { readEnvironment } from './platform/config/environment.js';
import { Runtime } from './platform/config/runtime.js';
import { StartRefusal } from './platform/config/start-refusal.js';
import { print, run } from './platform/process/run.js';

const PASSWORD = 'demonstration';

/** Creates demonstration data of a chosen size. Existing rows stay. */
await run(async () => {
  const { values } = parseArgs({
    options: { users: { type: 'string', default: '1000' }, posts: { type: 'string', default: '0' } },
  });
  const users = size('users', values.users, 1, 10_000_000);
  const posts = size('posts', values.posts, 0, 100_000_000);
  const environment = readEnvironment(process.env);
  if (environment.production) throw new StartRefusal('demonstration data does not belong in production');
  // The service is loaded after the options were checked; the production image does not contain the package.
  const { asOperator } = await import('./operator.js');
  const { PasswordHasherService } = await import('./account/password-hashing/password-hasher.service.js');
  const { insertAll } = await import('@community-platform/demonstration');
  const added = await asOperator(environment, async (app) => {
    const pool = new Pool({ connectionString: app.get(Runtime).databaseUrl, max: 1 });
    try {
      return await insertAll(pool, users, posts, await app.get(PasswordHasherService).hash(PASSWORD));
    } finally {
      // Otherwise its connections break when the embedded PostgreSQL stops, which ends this process with an error.
      await pool.end();
    }
  });
  await print(`${added} added, person1@demo.example to person${users}@demo.example`);
  await print(`password of each: ${PASSWORD}`);
  process.exit(0);
});

function size(name: string, given: string, least: number, most: number): number {
  const wanted = Number(given);
  if (given.trim() && Number.isInteger(wanted) && wanted >= least && wanted <= most) return wanted;
  throw new StartRefusal(`--${name} is ${given}, accepted is a whole number from ${least} to ${most}`);
}
