import type { AppPayment } from '../../../payments/extension-points.js';

/** Null: the account is deleted. */
interface Asked {
  buyer_id: string | null;
  seller_id: string | null;
  amount_minor: number;
  currency: string;
}

/**
 * Whether a payment is the one that was asked for. What somebody else has paid, or too little, unlocks nothing; nor does a
 * payment whose buyer or seller is deleted.
 */
export const isPaymentFor = ({ buyer_id, seller_id, amount, currency }: AppPayment, asked: Asked) =>
  buyer_id === asked.buyer_id &&
  seller_id === asked.seller_id &&
  amount === BigInt(asked.amount_minor) &&
  currency === asked.currency;
