import type { Described } from './described.js';

/** What the app `subscriptions` is asked by others. */
export interface SubscriptionsService {
  /** The plans of these that there are, in any order, by one query. */
  describe(ids: string[]): Promise<Described[]>;
  /** Whether the user has what is asked for, or any plan of the seller. */
  isEntitled(userId: string, sellerId: string, what: EntitledTo): Promise<boolean>;
}

/** One of them, or none. */
export interface EntitledTo {
  plan_id?: string;
  /** Of a perk. */
  key?: string;
  /** Of a course or a product. */
  ref_id?: string;
}
