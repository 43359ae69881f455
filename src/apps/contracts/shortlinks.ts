import type { DescribedTarget } from './described-target.js';

/** What the app `shortlinks` is asked by others. */
export interface ShortlinksService {
  /** Null where the owner has no such link. */
  find(ownerId: string, linkId: string): Promise<{ short_url: string | null; state: string } | null>;
  describe(linkId: string): Promise<DescribedTarget | null>;
  /** How many links are on a domain. */
  countOn(domainId: string): Promise<number>;
}
