import { IsBoolean } from 'class-validator';
import { Chars, Day, Nullable, Optional, Written } from '../../../platform/http/fields.js';
import { Price } from '../../kernel/selling/prices.js';
import { Percent } from '../catalogue/amount.fields.js';
import { LineInput, Lines } from './line.inputs.js';

/** What is said of a draft; null clears. */
export class DraftInput {
  @Optional() @Lines() lines?: LineInput[];
  @Optional() @Nullable() @Day() issue_date?: string | null;
  @Optional() @Nullable() @Day() due_date?: string | null;
  @Optional() @Nullable() @Chars(1, 60) po_number?: string | null;
  @Optional() @Percent() discount_percent?: number;
  @Optional() @Price() discount?: number;
  @Optional() @IsBoolean() prices_include_tax?: boolean;
  @Optional() @Nullable() @Written(0, 5000) notes?: string | null;
  @Optional() @Nullable() @Written(0, 5000) footer?: string | null;
}

export const BOTH_DISCOUNTS = 'Give discount_percent or discount';
export const OTHER_CURRENCY = "Item currency differs from the client's";
export const BELOW_ZERO = 'Invoice total cannot be negative';
export const TOO_LARGE = 'Amount is too large';

export const DRAFT_REFUSALS = {
  400: [BOTH_DISCOUNTS, BELOW_ZERO, TOO_LARGE, OTHER_CURRENCY],
  404: ['Client not found', 'Item not found', 'Tax rate not found', 'Invoice not found'],
};
