import { IsNumber } from 'class-validator';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Commission } from '../entities/commission.entity.js';
import { Conversion } from '../entities/conversion.entity.js';
import { percentOf } from '../programs/program.views.js';

const ITEM = ['id', 'app_slug', 'item_id', 'payment_number', 'occurred_at'] as const;
const SALE = ['amount_minor', 'refunded_minor', 'currency', 'matched_by'] as const;

/** The sale that a commission is of. */
class ReasonView extends viewOf(Conversion, { only: [...ITEM, ...SALE] }) {
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
    conversion: conversion
      ? { ...present(ReasonView, conversion), ...(role === 'merchant' && { buyer_id: conversion.buyer_id }) }
      : null,
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
