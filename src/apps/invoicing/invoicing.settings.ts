import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { ArrayUnique, Chars, Nullable, saying, Uuid } from '../../platform/http/fields.js';
import { Currency } from '../../platform/money/amount.field.js';
import { TimeZone } from '../kernel/calendar/time.fields.js';
import { isNumberFormat } from './documents/numbers.policy.js';

export const FURTHEST_REMINDER_DAYS = 365;

const NumberFormat = () =>
  ValidateBy({
    name: 'number_format',
    validator: {
      validate: (value) => typeof value === 'string' && isNumberFormat(value),
      defaultMessage: () => '$property must hold {SEQ:n} once, beside {YYYY}, {YY} and {MM} only',
    },
  });

export class InvoicingSettings {
  /** The seller on documents. A document cannot be issued without the name. */
  @Chars(0, 200) business_name = '';
  @Chars(0, 1000) business_address = '';
  @Chars(0, 254) business_email = '';
  @Chars(0, 60) tax_number = '';
  @Chars(0, 2000) logo_url = '';
  /** What today is. */
  @TimeZone(saying('Unknown time zone')) timezone = 'UTC';
  /** Of new clients and items. */
  @Currency() default_currency = 'usd';
  @IsInt() @Min(0) @Max(365) payment_terms_days = 14;
  /** Of lines that say nothing. */
  @Nullable() @Uuid() default_tax_rate_id: string | null = null;
  /** Of new invoices. */
  @IsBoolean() prices_include_tax = false;
  @NumberFormat() invoice_number_format = 'INV-{YYYY}-{SEQ:4}';
  @NumberFormat() credit_note_number_format = 'CN-{YYYY}-{SEQ:4}';
  /** To go on from another system. */
  @Nullable() @IsInt() @Min(1) @Max(999_999_999) invoice_next_number: number | null = null;
  @IsBoolean() online_payment = true;
  @IsBoolean() partial_payments = false;
  /** Reminders so many days from the due date; below 0 is before it. */
  @IsArray()
  @ArrayMaxSize(6)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(-FURTHEST_REMINDER_DAYS, { each: true })
  @Max(FURTHEST_REMINDER_DAYS, { each: true })
  reminder_days: number[] = [-3, 1, 7, 14];
  /** Printed on invoices. */
  @Chars(0, 5000) default_notes = '';
  @Chars(0, 5000) default_footer = '';
  @Chars(0, 5000) payment_instructions = '';
}
