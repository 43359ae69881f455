/** Who brought a buyer: what the app `affiliates` is asked by the apps that sell. All of it in the caller's transaction. */
export interface AffiliatesService {
  /** The affiliate behind a click or a code; null where it names nobody who would earn by it. It never throws for that. */
  resolve(sale: ReferredSale): Promise<string | null>;
  /** Once for a payment. */
  recordSale(sale: RecordedSale): Promise<void>;
  /** `refunded_minor`: all that was given back so far. The same again does nothing. */
  reverseSale(refund: { payment_id: string; refunded_minor: number }): Promise<void>;
}

export interface ReferredSale {
  /** The token of a click, or an affiliate's code. */
  referral: string;
  seller_id: string;
  buyer_id: string;
  app_slug: string;
  item_id: string;
}

export interface RecordedSale {
  affiliate_id: string;
  seller_id: string;
  /** Null for a guest. */
  buyer_id: string | null;
  app_slug: string;
  item_id: string;
  reference_type: string;
  reference_id: string;
  payment_id: string;
  /** Which payment of a subscription it is; 1 for what is paid once. */
  payment_number: number;
  /** After discounts, without shipping. */
  amount_minor: number;
  currency: string;
}
