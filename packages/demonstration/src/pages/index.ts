import type { Pool } from 'pg';
import { inBatches } from '../progress.js';
import { countMade, inTransaction } from '../transaction.js';
import { BLOGS } from './blog.js';

const USERS_OF_AN_OWNER = 100;
const BATCH = 50;

/** What each statement counts, in words. */
const APPS: [rows: string, statement: string][] = [['blog posts', BLOGS]];

/** What one of every hundred accounts publishes in each of the apps with pages. Returns what was added, in words. */
export async function insertPages(pool: Pool, users: number, now: Date): Promise<string> {
  const owners = Math.ceil(users / USERS_OF_AN_OWNER);
  const added = [];
  for (const [rows, statement] of APPS) {
    const made = await inBatches(`owners of ${rows}`, owners, BATCH, (from, to) =>
      inTransaction(pool, (run) => countMade(run, statement, [from, to, users, now])),
    );
    added.push(`${made} ${rows}`);
  }
  return added.join(', ');
}
