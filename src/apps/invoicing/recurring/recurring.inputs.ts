import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Day, Nullable, Optional, Written } from '../../../platform/http/fields.js';
import { RECURRING_MODES, type RecurringInvoice } from '../entities/recurring-invoice.entity.js';

const MOST_PERIODS = 12;
const MOST_COUNT = 10_000;
const MOST_DUE_DAYS = 365;

/** What is said of a recurring invoice when it is made or changed; null clears. */
export class RecurringInput {
  @Optional() @IsInt() @Min(1) @Max(MOST_PERIODS) every?: number;
  /** No invoice after this day. */
  @Optional() @Nullable() @Day() end_date?: string | null;
  /** So many invoices. */
  @Optional() @Nullable() @IsInt() @Min(1) @Max(MOST_COUNT) max_count?: number | null;
  @Optional() @IsIn(RECURRING_MODES) mode?: RecurringInvoice['mode'];
  @Optional() @Nullable() @Written(0, 5000) notes?: string | null;
  /** From the date of the invoice; otherwise the terms of the client or of the settings. */
  @Optional() @Nullable() @IsInt() @Min(0) @Max(MOST_DUE_DAYS) due_days?: number | null;
}

export const END_BEFORE_START = 'End date is before the start date';
export const CLIENT_ARCHIVED = 'Client is archived';
