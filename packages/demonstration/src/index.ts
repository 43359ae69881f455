import type { Pool } from 'pg';
import { insertAccounts } from './accounts.js';
import { DemonstrationNetwork } from './network.js';
import { inBatches } from './progress.js';
import { insertSales } from './selling/index.js';

export { DemonstrationNetwork, insertAccounts, insertSales };

/** Writes this many accounts with their sales, and posts with follows and stories. Returns what was added, in words. */
export async function insertAll(pool: Pool, users: number, posts: number, passwordHash: string): Promise<string> {
  const now = new Date();
  const accounts = await inBatches('accounts', users, 1_000, (from, to) =>
    insertAccounts(pool, from, to, passwordHash),
  );
  const sales = await insertSales(pool, users, now);
  if (!posts) return `${accounts} accounts, ${sales}`;
  const network = new DemonstrationNetwork(pool, users, now);
  const follows = await inBatches('followers', users, 1_000, (from, to) => network.insertFollows(from, to));
  const written = await inBatches('posts', posts, 5_000, (from, to) => network.insertPosts(from, to, posts));
  const stories = await network.insertStories();
  await network.analyze();
  return `${accounts} accounts, ${sales}, ${follows} follows, ${written} posts and ${stories} stories`;
}
