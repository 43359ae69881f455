/** A payment as the app sees it whose name it carries: confirmed by the processor, in minor units. */
export interface AppPayment {
  id: string;
  app_slug: string;
  reference_id: string;
  reference_type: string;
  buyer_id: string | null;
  seller_id: string | null;
  amount: bigint;
  currency: string;
}

/**
 * What an app does when it was paid. Both calls run in the transaction that records the payment or refund, once for
 * each; whoever throws undoes that too, and the processor delivers again. Apps declare theirs as a provider.
 */
export abstract class Fulfilment {
  /** The app's slug. */
  abstract readonly app: string;
  abstract paid(payment: AppPayment): Promise<void>;
  abstract refunded(payment: AppPayment): Promise<void>;
}
