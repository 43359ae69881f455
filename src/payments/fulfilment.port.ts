/** A payment as the app sees it whose name it carries: confirmed by the processor, in minor units. */
export interface AppPayment {
  id: string;
  app_slug: string;
  reference_id: string;
  reference_type: string;
  buyer_id: string | null;
  seller_id: string | null;
  amount: bigint;
  /** All that was given back of it so far. */
  refunded_amount: bigint;
  currency: string;
}

/**
 * What an app does when it was paid. Both calls run in the transaction that records the payment or refund, once for
 * each (a part that is given back is a refund too); whoever throws undoes that too, and the processor delivers again.
 * They may be asked for again by hand, so they do nothing twice. Apps declare theirs as a provider.
 */
export abstract class Fulfilment {
  /** The app's slug. */
  abstract readonly app: string;
  /** False: it has asked for no such payment, so that somebody has to look at it. */
  abstract paid(payment: AppPayment): Promise<boolean>;
  abstract refunded(payment: AppPayment): Promise<void>;
}
