import type { Described } from './described.js';

/** What the app `live-sessions` is asked by others. */
export interface LiveSessionsService {
  /** Those that there are, in any order. */
  describe(ids: string[]): Promise<Described[]>;
}
