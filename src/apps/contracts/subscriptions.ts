import type { Described } from './described.js';

export interface SubscriptionsService {
  /** Ids that do not exist are left out. */
  describe(ids: string[]): Promise<Described[]>;
}
