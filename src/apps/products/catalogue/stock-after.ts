import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { MOST_STOCK } from './product.inputs.js';

/** What is left of a stock after so many have come or gone; null stops counting, and a number begins it. */
export function stockAfter(stock: number | null, delta: number | null | undefined): number | null {
  if (delta === undefined) return stock;
  if (delta === null) return null;
  const after = (stock ?? 0) + delta;
  if (after < 0) throw new Refusal(409, 'Stock cannot go below 0');
  if (after <= MOST_STOCK) return after;
  throw invalid({ field: 'stock_delta', message: `stock_delta must leave no more than ${MOST_STOCK}` });
}
