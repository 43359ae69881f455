import type { Slice } from '../platform/database/page.js';

/** A confirmed payment as the app named in it sees it; amounts are minor units. */
export interface AppPayment {
  id: string;
  app_slug: string;
  reference_id: string;
  reference_type: string;
  buyer_id: string | null;
  seller_id: string | null;
  amount: bigint;
  /** The total of all refunds so far. */
  refunded_amount: bigint;
  currency: string;
}

/**
 * Extension point: what an app does when it was paid. Both methods run in the transaction that records the payment or
 * the refund, once for each (a partial refund is a refund too). An exception rolls that transaction back, and the
 * processor delivers the event again. Operators can repeat both calls, so they must be idempotent.
 */
export abstract class Fulfilment {
  /** The app's slug. */
  abstract readonly app: string;
  /** False if the app has not ordered this payment; the payment is then flagged for an operator. */
  abstract paid(payment: AppPayment): Promise<boolean>;
  abstract refunded(payment: AppPayment): Promise<void>;
}

/**
 * Extension point: what follows from a change of a user's subscriptions of one purpose. It runs inside the transaction
 * of the webhook, with the user locked, and reads the present state from the stored subscriptions.
 */
export abstract class SubscriptionHandler {
  abstract readonly purpose: string;
  abstract follow(userId: string): Promise<void>;
}

/**
 * Extension point: runs in the transaction that increased a wallet's spendable balance and holds the wallet's lock.
 * Money that a hook spends is therefore never visible to anything else.
 */
export abstract class WalletCreditHook {
  /** The users to whose wallets the hook will move money, in a transaction that has not locked a wallet yet. */
  abstract takers(userId: string): Promise<string[]>;
  abstract credited(userId: string): Promise<void>;
}

export interface ShelvedProduct {
  id: string;
  title: string;
  price: number;
  status: string;
  created_at: Date;
  seller: { id: string; username: string | null };
}

/** Extension point: the products of sellers, provided by the app that stores them. */
export abstract class SellerProducts {
  /** Ordered by `(created_at, id)`, newest first. */
  abstract list(slice: Slice): Promise<ShelvedProduct[]>;

  /** Runs in the caller's transaction; false if there is no such product. */
  abstract remove(id: string): Promise<boolean>;

  abstract countOf(sellerId: string): Promise<number>;
}
