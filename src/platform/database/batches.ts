import type { DatabaseService } from './database.service.js';
import { FIRST_ID } from './uuid.js';

/**
 * Processes rows in the order of their ids, with one transaction per batch. `batch` receives the id to
 * continue after and returns the last id that it processed, or undefined when no rows are left.
 */
export async function inBatches(
  database: DatabaseService,
  batch: (after: string) => Promise<string | undefined>,
): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after;) {
    const from: string = after;
    after = await database.transaction(() => batch(from));
  }
}
