import type { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';

/** Where a batch has ended, in the order of a moment and of ids. */
export interface Place {
  at: Date | string;
  id: string;
}

/**
 * Goes through rows in the order of their moments, with one transaction per batch, and so reads no row twice that it leaves
 * as it is. `batch` returns where to continue, or undefined when no rows are left.
 */
export async function inPlaces(
  database: DatabaseService,
  batch: (after: Place) => Promise<Place | undefined>,
): Promise<void> {
  for (let place: Place | undefined = { at: '-infinity', id: FIRST_ID }; place;) {
    const from: Place = place;
    place = await database.transaction(() => batch(from));
  }
}
