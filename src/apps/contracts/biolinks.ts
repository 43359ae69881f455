import type { DescribedTarget } from './described-target.js';

/** What the app `biolinks` is asked by domains and pixels. */
export interface BiolinksService {
  describe(pageId: string): Promise<DescribedTarget | null>;
}
