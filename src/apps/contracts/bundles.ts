import type { Described } from './described.js';

/** What other apps may ask the app `bundles`. */
export interface BundlesService {
  /** Ids that do not exist are left out. */
  describe(ids: string[]): Promise<Described[]>;
}
