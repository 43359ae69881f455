import type { Described } from './described.js';

/** What the app `bundles` is asked by others. */
export interface BundlesService {
  /** Those that there are, in any order. */
  describe(ids: string[]): Promise<Described[]>;
}
