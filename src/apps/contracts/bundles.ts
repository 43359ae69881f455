import type { Described } from './described.js';

export interface BundlesService {
  /** Ids that do not exist are left out. */
  describe(ids: string[]): Promise<Described[]>;
}
