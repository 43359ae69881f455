import { AppProvider } from '../../kernel/app-provider.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { type KnownLicense, LicenseRepository } from './license.repository.js';

/** Of a license without a limit: anybody who has its key can make rows, one for each name of an instance. */
const MOST_INSTANCES = 1000;

export type Reason = 'unknown' | 'revoked' | 'activation_limit' | 'not_active_here';

export interface Question {
  product_id: string;
  license_key: string;
  instance?: string;
  release?: boolean;
}

/** What a program asks of the key that somebody typed into it. Who bought it is nobody's business. */
@AppProvider()
export class VerifyLicenses {
  constructor(private readonly licenses: LicenseRepository) {}

  async run({ product_id, license_key, instance, release = false }: Question) {
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
