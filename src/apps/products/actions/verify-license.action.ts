import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { Chars, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { type KnownLicense, LicenseRepository } from '../licenses/license.repository.js';

/** Of a license without a limit: anybody who has its key can make rows, one for each name of an instance. */
const MOST_INSTANCES = 1000;

type Reason = 'unknown' | 'revoked' | 'activation_limit' | 'not_active_here';

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
  constructor(private readonly licenses: LicenseRepository) {}

  async run({ input: { product_id, license_key, instance, release = false } }: PublicCall<Input>) {
    if (release && instance === undefined)
      throw invalid({ field: 'instance', message: 'instance is needed to release it' });
    const key = license_key.trim().toUpperCase();
    const isAsked = instance === undefined;
    const license = await (isAsked ? this.licenses.find(key, product_id) : this.licenses.lock(key, product_id));
    if (!license) return { valid: false, reason: 'unknown' as const, license: null };
    const reason = license.status === 'revoked' ? 'revoked' : await this.use(license, instance, release);
    const { id: _, status: __, ...shown } = license;
    const activations = await this.licenses.activations(license);
    return { valid: reason === null, reason, license: { ...shown, activations } };
  }

  private async use(license: KnownLicense, instance: string | undefined, release: boolean): Promise<Reason | null> {
    if (instance === undefined) return null;
    if (release) return (await this.licenses.release(license, instance)) ? null : 'not_active_here';
    const { max_activations } = license;
    if (await this.licenses.activate(license, instance, max_activations ?? MOST_INSTANCES)) return null;
    // The seller has set no limit, so there is none that the program could tell its user of.
    if (max_activations === null) throw new Refusal(409, 'Too many activations');
    return 'activation_limit';
  }
}
