import { IsArray, IsInt, IsNumber, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import type { LineInput } from '../documents/line.inputs.js';
import { RecurringInvoice } from '../entities/recurring-invoice.entity.js';
import { nextDates } from './schedule.policy.js';

/** As it was given: what is left out is decided when an invoice is made. */
class TemplateLineView implements LineInput {
  @Optional() @Uuid() item_id?: string;
  @Optional() @IsString() description?: string;
  @Optional() @IsNumber() quantity?: number;
  @Optional() @Nullable() @IsString() unit?: string | null;
  @Optional() @IsNumber() unit_price?: number;
  @Optional() @Nullable() @IsNumber() discount_percent?: number | null;
  @Optional() @Nullable() @Uuid() tax_rate_id?: string | null;
}

export class RecurringView extends viewOf(RecurringInvoice, { without: ['template', 'failures'] }) {
  @ListOf(() => TemplateLineView) lines!: LineInput[];
  @Nullable() @IsNumber() discount_percent!: number | null;
  @Nullable() @IsString() notes!: string | null;
  @Nullable() @IsInt() due_days!: number | null;
}

export class RecurringResult extends answerWith('recurring_invoice', () => RecurringView) {
  /** The first three. */
  @IsArray() @IsString({ each: true }) next_dates!: string[];
}

export const presentRecurring = (recurring: RecurringInvoice): RecurringView => ({
  ...present(RecurringView, recurring),
  ...recurring.template,
});

export const recurringResult = (recurring: RecurringInvoice): RecurringResult => ({
  recurring_invoice: presentRecurring(recurring),
  next_dates: nextDates(recurring),
});
