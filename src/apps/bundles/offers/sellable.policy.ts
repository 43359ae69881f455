import { decimalText } from '../../../platform/money/money.js';
import { money, MOST } from '../../kernel/selling/prices.js';
import type { Bundle } from '../entities/bundle.entity.js';
import type { Offer } from './offers.service.js';

interface Buyer {
  id: string;
  hasBundle: boolean;
}

/** Why the bundle cannot be bought now, whether or not sales are left; null: it can. */
export function whyNot(bundle: Bundle, offer: Offer, buyer: Buyer | undefined): string | null {
  const now = new Date();
  if (buyer && buyer.id === bundle.owner_id) return 'You cannot buy your own bundle';
  if (bundle.starts_at && bundle.starts_at > now) return 'Sale has not started';
  if (bundle.ends_at && bundle.ends_at <= now) return 'Sale is over';
  if (!offer.items.length || offer.items.some(({ available }) => !available)) return 'Bundle has an unavailable item';
  if (buyer?.hasBundle) return 'You already have this bundle';
  if (offer.items.every(({ owned }) => owned)) return 'You already own everything in this bundle';
  if (money(offer.amount_minor, bundle.currency) > MOST) return 'Bundle costs more than can be paid at once';
  return null;
}

/** Null: any number. */
export const salesLeft = ({ max_sales, sold_count, held_count }: Bundle): number | null =>
  max_sales === null ? null : Math.max(0, max_sales - sold_count - held_count);

export const priceChanged = ({ amount_minor }: Offer, { currency }: Bundle) =>
  `Price has changed to ${decimalText(BigInt(amount_minor), currency)}`;
