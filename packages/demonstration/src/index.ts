import type { Pool } from 'pg';
import { insertAccounts } from './accounts.js';
import { DemonstrationNetwork } from './network.js';
import { inBatches } from './progress.js';

export { DemonstrationNetwork, insertAccounts };

/** Writes this many accounts and posts, with follows and stories if there are posts. Returns what was added, in words. */
export async function insertAll(pool: Pool, users: number, posts: number, passwordHash: string): Promise<string> {
  const accounts = await inBatches('accounts', users, 1_000, (from, to) =>
    insertAccounts(pool, from, to, passwordHash),
  );
  if (!posts) return `${accounts} accounts`;
  const network = new DemonstrationNetwork(pool, users, new Date());
  const follows = await inBatches('followers', users, 1_000, (from, to) => network.insertFollows(from, to));
  const written = await inBatches('posts', posts, 5_000, (from, to) => network.insertPosts(from, to, posts));
  const stories = await network.insertStories();
  await network.analyze();
  return `${accounts} accounts, ${follows} follows, ${written} posts and ${stories} stories`;
}
