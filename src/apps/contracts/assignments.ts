import type { Described } from './described.js';

/** What the app `assignments` is asked by others. */
export interface AssignmentsService {
  /** Those that there are, in any order. */
  describe(ids: string[]): Promise<Described[]>;
}
