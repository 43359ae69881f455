import type { DescribedTarget } from './described-target.js';

/** What the app `shortlinks` is asked by others. */
export interface ShortlinksService {
  /** Null where the owner has no such link. */
  find(ownerId: string, linkId: string): Promise<FoundLink | null>;
  /** By their ids, without those that the owner does not have. */
  findAll(ownerId: string, linkIds: string[]): Promise<Map<string, FoundLink>>;
  describe(linkId: string): Promise<DescribedTarget | null>;
  /** The same for many links by one query. */
  describeAll(linkIds: string[]): Promise<Map<string, DescribedTarget | null>>;
  /** How many links are on a domain. */
  countOn(domainId: string): Promise<number>;
}

export interface FoundLink {
  /** Null when the domain of the link was removed. */
  short_url: string | null;
  state: string;
}
