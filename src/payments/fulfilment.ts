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
