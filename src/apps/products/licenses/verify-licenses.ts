import { Injectable } from '@nestjs/common';
import { invalid } from '../../../platform/http/refusal.js';
import { type KnownLicense, LicenseRepository } from './license.repository.js';

export type Reason = 'unknown' | 'revoked' | 'activation_limit' | 'not_active_here';

export interface Question {
  product_id: string;
  license_key: string;
  instance?: string;
  release?: boolean;
}

/** What a program asks of the key that somebody typed into it. Who bought it is nobody's business. */
@Injectable()
export class VerifyLicenses {
  constructor(private readonly licenses: LicenseRepository) {}

  async run({ product_id, license_key, instance, release = false }: Question) {
    if (release && instance === undefined)
      throw invalid({ field: 'instance', message: 'instance is needed to release it' });
    const key = license_key.trim().toUpperCase();
    const isAsked = instance === undefined;
    const license = await (isAsked
      ? this.licenses.find(key, product_id)
      : this.licenses.lock(key, product_id));
    if (!license) return { valid: false, reason: 'unknown' as const, license: null };
    const reason = license.status === 'revoked' ? 'revoked' : await this.use(license, instance, release);
    const { id: _, status: __, ...shown } = license;
    const activations = await this.licenses.activations(license);
    return { valid: reason === null, reason, license: { ...shown, activations } };
  }

  private async use(
    license: KnownLicense,
    instance: string | undefined,
    release: boolean,
  ): Promise<Reason | null> {
    if (instance === undefined) return null;
    if (release) return (await this.licenses.release(license, instance)) ? null : 'not_active_here';
    return (await this.licenses.activate(license, instance)) ? null : 'activation_limit';
  }
}
