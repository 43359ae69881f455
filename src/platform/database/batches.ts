import type { Database } from './database.js';
import { FIRST_ID } from './uuid.js';

/**
 * Goes through rows by their ids, with a transaction for each batch: it is told after which id to begin, and answers its
 * last one; undefined where there are no more.
 */
export async function inBatches(
  database: Database,
  batch: (after: string) => Promise<string | undefined>,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after;) {
    const from: string = after;
    after = await database.transaction(() => batch(from));
  }
}
