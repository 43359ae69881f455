import { Refusal } from '../../../platform/http/refusal.js';
import type { Coupon } from './coupon.entity.js';
import type { CouponChanges, Coupons } from './coupon.repository.js';
import type { CouponWishes } from './coupon.views.js';
import { minorOf } from './prices.js';

const MOST_COUPONS = 100;

interface Priced {
  id: string;
  currency: string;
}

/** Makes or changes the coupon of this code, for a thing that is locked. */
export async function setCoupon<Row extends Coupon>(
  coupons: Coupons<Row>,
  thing: Priced,
  wishes: CouponWishes,
): Promise<Row> {
  const { code, percent_off, amount_off } = wishes;
  const before = await coupons.find(thing.id, code);
  const given = [percent_off, amount_off].filter((one) => one !== undefined).length;
  if (given > 1 || (!given && !before)) throw new Refusal(400, 'Give percent_off or amount_off');
  const values = valuesOf(thing, wishes);
  if (before && Object.keys(values).length) await coupons.update(before.id, values);
  if (!before && (await coupons.countOf(thing.id)) >= MOST_COUPONS) throw new Refusal(409, 'Coupon limit reached');
  if (!before) await coupons.insert(thing.id, code, values);
  return (await coupons.find(thing.id, code)) as Row;
}

/** A percentage takes the place of an amount, and the other way round. */
function valuesOf({ currency }: Priced, wishes: CouponWishes): CouponChanges {
  const { percent_off, amount_off, max_uses, expires_at, active } = wishes;
  return {
    ...(percent_off !== undefined && { percent_bp: Math.round(percent_off * 100), amount_minor: null }),
    ...(amount_off !== undefined && {
      percent_bp: null,
      amount_minor: minorOf('amount_off', amount_off, currency),
    }),
    ...(max_uses !== undefined && { max_uses }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(active !== undefined && { active }),
  };
}
