import { IsInt, Max, Min } from 'class-validator';
import { Chars, Email, Nested, Nullable, Optional, Uuid, Words, Written } from '../../../platform/http/fields.js';
import { Currency } from '../../../platform/money/amount.field.js';

export class AddressInput {
  @Written(1, 200) line1!: string;
  @Optional() @Written(0, 200) line2?: string;
  @Optional() @Written(0, 100) city?: string;
  @Optional() @Written(0, 100) region?: string;
  @Optional() @Chars(0, 20) postal_code?: string;
  @Words(100) country!: string;
}

/** What is said of a client when it is made or changed, besides its name; null clears. */
export class ClientInput {
  @Optional() @Nullable() @Written(1, 200) contact_name?: string | null;
  @Optional() @Nullable() @Email() email?: string | null;
  @Optional() @Nullable() @Chars(1, 40) phone?: string | null;
  /** An account here, which gets notifications. */
  @Optional() @Nullable() @Uuid() user_id?: string | null;
  @Optional() @Nullable() @Chars(1, 60) tax_number?: string | null;
  @Optional() @Nullable() @Nested(() => AddressInput) address?: AddressInput | null;
  @Optional() @Currency() currency?: string;
  @Optional() @Nullable() @IsInt() @Min(0) @Max(365) payment_terms_days?: number | null;
  @Optional() @Nullable() @Uuid() tax_rate_id?: string | null;
  @Optional() @Nullable() @Written(0, 5000) notes?: string | null;
}
