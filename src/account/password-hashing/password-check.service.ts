import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { networkOf } from '../../platform/http/networks.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import type { Device } from '../device.js';
import { PasswordHasherService } from './password-hasher.service.js';

/** Whether the account signed in before from this network, and from there with this user agent. */
export interface Familiarity {
  known_address: boolean;
  known_device: boolean;
}

interface PasswordAttempt {
  email: string;
  password: string;
  /** Null or undefined when there is no account: the comparison runs all the same, and fails. */
  hash: string | null | undefined;
  device: Device;
}

/**
 * Compares passwords, and limits attempts by account and by network. It must not run inside a transaction. Unknown
 * e-mail addresses are compared and counted like known ones, so that neither answers nor times tell them apart.
 */
@Injectable()
export class PasswordCheckService {
  constructor(
    private readonly hasher: PasswordHasherService,
    private readonly limits: LimitsService,
  ) {}

  /** Throws 429 after too many failed attempts. */
  async isRight(attempt: PasswordAttempt, familiar?: Familiarity): Promise<boolean> {
    const { email, password, hash, device } = attempt;
    const account = digestOf(email);
    const network = networkOf(device.address) ?? '';
    const { 'sign-in:account': ofAccount, 'sign-in:address': ofNetwork } = this.limits.guesses;
    const compare = () => this.hasher.verify(password, hash);
    if (!familiar?.known_address) return ofNetwork.guard(network, () => ofAccount.guard(account, compare));
    const isRight = await this.compareFamiliar(`${account}:${network}`, device, familiar, compare);
    // These failures do not lock out the right password of this network, but they do count against other networks.
    if (!isRight) await Promise.all([ofAccount.fail(account), ofNetwork.fail(network)]);
    return isRight;
  }

  /**
   * Other users behind the same address can use up its attempts. A user agent that signed in there before has one
   * attempt a minute beside them.
   */
  private async compareFamiliar(
    key: string,
    { userAgent }: Device,
    { known_device }: Familiarity,
    compare: () => Promise<boolean>,
  ): Promise<boolean> {
    const { 'sign-in:known': atKnownNetwork, 'sign-in:device': atKnownDevice } = this.limits.guesses;
    if (known_device && (await atKnownNetwork.isUsedUp(key)))
      return atKnownDevice.guard(`${key}:${digestOf(userAgent ?? '')}`, compare);
    return atKnownNetwork.guard(key, compare);
  }
}

/** A digest fits the key of a counter, and keeps whatever was typed as an e-mail address out of its table. */
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url');
