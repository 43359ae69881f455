import type { Described } from './described.js';

/** What other apps may ask the app `subscriptions`. */
export interface SubscriptionsService {
  /** Ids of plans that do not exist are left out. */
  describe(ids: string[]): Promise<Described[]>;
  /** Whether the user has what is asked for, or any plan of the seller. */
  isEntitled(userId: string, sellerId: string, what: EntitledTo): Promise<boolean>;
}

/** At most one of them is given; with none, any plan of the seller counts. */
export interface EntitledTo {
  plan_id?: string;
  /** The key of a perk. */
  key?: string;
  /** The id of a course or a product. */
  ref_id?: string;
}
