import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../platform/http/networks.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import type { EarlyCall } from '../calls/action.js';

/** Guesses at coupon codes: one count for a caller in all apps, and for a network where nobody is signed in. */
@Injectable()
export class CouponAttemptsService {
  private readonly misses: Attempts;

  constructor(limits: LimitsService) {
    this.misses = limits.attempts('coupons', { points: 20, duration: 60 * 60 });
  }

  /** Refuses any code after too many misses; right codes do not count. Never inside a transaction. */
  async guard({ caller, visitor }: EarlyCall, find: () => Promise<object | undefined>): Promise<void> {
    await this.misses.guard(caller?.id ?? `address:${networkOf(visitor.address) ?? ''}`, find);
  }
}
