import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../platform/semaphore.js';

const AT_ONCE = 6;

/** Limits queries of reconnecting clients, so that thousands of them do not take the database from other requests. */
@Injectable()
export class ConcurrencyLimitService extends Semaphore {
  constructor() {
    super(AT_ONCE);
  }
}
