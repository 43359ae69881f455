import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Chars, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { VerifyLicenses } from '../licenses/verify-licenses.js';

class Input {
  @Uuid() product_id!: string;
  @Chars(1, 64) license_key!: string;
  /** The machine that asks. */
  @Optional() @Chars(1, 100) instance?: string;
  /** The machine wants to be free of it. */
  @Optional() @IsBoolean() release?: boolean;
}

class VerifiedLicense {
  @Uuid() product_id!: string;
  /** Its sku. */
  @Nullable() @IsString() variant!: string | null;
  @IsInt() activations!: number;
  @Nullable() @IsInt() max_activations!: number | null;
  @Time() created_at!: Date;
}

class Result {
  @IsBoolean() valid!: boolean;
  @Nullable()
  @IsIn(['unknown', 'revoked', 'activation_limit', 'not_active_here'])
  reason!: string | null;
  @Nullable() @Nested(() => VerifiedLicense) license!: VerifiedLicense | null;
}

@Action('verify-license', {
  access: 'public',
  notes: true,
  description: 'Tells a program whether its key is good, and on how many machines it is in use.',
  input: Input,
  result: Result,
  refuses: { 409: ['Too many activations'] },
})
export class VerifyLicense {
  constructor(private readonly licenses: VerifyLicenses) {}

  run({ input }: PublicCall<Input>) {
    return this.licenses.run(input);
  }
}
