import { IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { Commission } from '../entities/commission.entity.js';
import { Conversion, MATCHED_BY } from '../entities/conversion.entity.js';
import { percentOf } from '../programs/program.views.js';

/** The sale that a commission is of. */
class ReasonView {
  @Uuid() id!: string;
  @Nullable() @IsString() app_slug!: string | null;
  @Nullable() @Uuid() item_id!: string | null;
  @IsNumber() amount!: number;
  @IsNumber() refunded!: number;
  @IsString() currency!: string;
  @IsIn(MATCHED_BY) matched_by!: Conversion['matched_by'];
  @IsInt() payment_number!: number;
  @Time() occurred_at!: Date;
  /** Only for the merchant. */
  @Optional() @Nullable() @Uuid() buyer_id?: string | null;
}

export class CommissionView extends viewOf(Commission, { without: ['announced_at', 'conversion_id', 'sold_at'] }) {
  /** As it was applied; null where the commission is a fixed amount, or an adjustment. */
  @Nullable() @IsNumber() commission_percent!: number | null;
  /** Null: the row settles a payout. */
  @Nullable() @Nested(() => ReasonView) conversion!: ReasonView | null;
}

export function presentCommission(
  commission: Commission,
  conversion: Conversion | undefined,
  role: 'affiliate' | 'merchant',
): CommissionView {
  return {
    ...present(CommissionView, commission),
    commission_percent: percentOf(conversion?.rate_bp ?? null),
    conversion: conversion ? reasonOf(conversion, role) : null,
  };
}

function reasonOf(conversion: Conversion, role: 'affiliate' | 'merchant'): ReasonView {
  const { id, app_slug, item_id, amount_minor, refunded_minor, currency, matched_by, ...rest } = conversion;
  return {
    id,
    app_slug,
    item_id,
    amount: money(amount_minor, currency),
    refunded: money(refunded_minor, currency),
    currency,
    matched_by,
    payment_number: rest.payment_number,
    occurred_at: rest.occurred_at,
    ...(role === 'merchant' && { buyer_id: rest.buyer_id }),
  };
}

export class ConversionView extends viewOf(Conversion, { without: ['rate_bp', 'earned_minor'] }) {
  @Nullable() @IsNumber() commission_percent!: number | null;
}

/** For the merchant. */
export const presentConversion = (conversion: Conversion): ConversionView => ({
  ...present(ConversionView, conversion),
  commission_percent: percentOf(conversion.rate_bp),
});
