import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { PasswordHasherService } from './account/password-hashing/password-hasher.service.js';
import { asOperator } from './operator.js';
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
  // A dynamic import, because the production image does not contain this package.
  const { DemonstrationNetwork, insertAccounts } = await import('@community-platform/demonstration');
  const added = await asOperator(environment, async (app) => {
    const pool = new Pool({ connectionString: app.get(Runtime).databaseUrl, max: 1 });
    const hash = await app.get(PasswordHasherService).hash(PASSWORD);
    const accounts = await inBatches('accounts', users, 1_000, (from, to) => insertAccounts(pool, from, to, hash));
    if (!posts) return `${accounts} accounts`;
    const network = new DemonstrationNetwork(pool, users, new Date());
    const follows = await inBatches('followers', users, 1_000, (from, to) => network.insertFollows(from, to));
    const written = await inBatches('posts', posts, 5_000, (from, to) => network.insertPosts(from, to, posts));
    const stories = await network.insertStories();
    await network.analyze();
    return `${accounts} accounts, ${follows} follows, ${written} posts and ${stories} stories`;
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

/** Returns how many rows were created. */
async function inBatches(
  what: string,
  all: number,
  batch: number,
  make: (from: number, to: number) => Promise<number>,
): Promise<number> {
  let made = 0;
  for (let from = 1; from <= all; from += batch) {
    const to = Math.min(from + batch - 1, all);
    made += await make(from, to);
    progress(what, to, all);
  }
  return made;
}

function progress(what: string, done: number, all: number): void {
  const width = 40;
  const filled = Math.round((done / all) * width);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${all} ${what}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${bar}${done === all ? '\n' : ''}`);
  else if (done === all) process.stderr.write(`${bar}\n`);
}
