import { leastPayment } from '../../../platform/money/money.js';
import type { PromoCode, TicketType } from '../catalogue/ticket-type.entity.js';

type Reduction = Pick<PromoCode, 'percent_off' | 'amount_off_minor' | 'ticket_type_ids'>;

/** What a code takes off one ticket, in minor units: a percentage is rounded half up, and no price falls below 0. */
export function discountOf(
  price: number,
  { percent_off, amount_off_minor }: Omit<Reduction, 'ticket_type_ids'>,
): number {
  if (amount_off_minor !== null) return Math.min(amount_off_minor, price);
  return Number((BigInt(price) * BigInt(percent_off ?? 0) + 50n) / 100n);
}

export const appliesTo = ({ ticket_type_ids }: Pick<Reduction, 'ticket_type_ids'>, typeId: string) =>
  ticket_type_ids === null || ticket_type_ids.includes(typeId);

export function isUsable(code: PromoCode, typeIds: string[], now = Date.now()): boolean {
  const { status, starts_at, ends_at, max_uses, used } = code;
  return (
    status === 'active' &&
    (starts_at?.getTime() ?? 0) <= now &&
    (ends_at?.getTime() ?? Infinity) > now &&
    (max_uses === null || used < max_uses) &&
    typeIds.some((id) => appliesTo(code, id))
  );
}

export interface Prices {
  /** Of each seat, after the discount. */
  seats: number[];
  subtotal: number;
  discount: number;
  total: number;
}

/** What seats of these types cost. Too little to be paid is nothing. */
export function pricesOf(types: Pick<TicketType, 'id' | 'price_minor'>[], currency: string, code?: Reduction): Prices {
  const subtotal = sumOf(types.map(({ price_minor }) => price_minor));
  const reduced = types.map(({ id, price_minor }) =>
    code && appliesTo(code, id) ? price_minor - discountOf(price_minor, code) : price_minor,
  );
  const isPayable = sumOf(reduced) >= leastPayment(currency);
  const seats = isPayable ? reduced : types.map(() => 0);
  const total = sumOf(seats);
  return { seats, subtotal, discount: subtotal - total, total };
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
