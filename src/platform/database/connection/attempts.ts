import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isRetryable, isStalePlan } from '../database-error.js';

const MOST = 4;

/** The attempts of one transaction, and which failures PostgreSQL has rolled back so that another attempt may succeed. */
export class Attempts {
  /** False after an outdated prepared statement: the next attempts send no names. */
  prepares = true;
  private waitsAgain = true;
  private made = 1;

  /** Returns when the next attempt may begin, and throws the error if there is none. */
  async expectNext(error: unknown): Promise<void> {
    if (this.made >= MOST) throw error;
    if (this.prepares && isStalePlan(error)) this.prepares = false;
    else if (this.waitsAgain && isLockTimeout(error)) this.waitsAgain = false;
    else if (isRetryable(error)) await sleep(Math.random() * 20 * this.made);
    else throw error;
    this.made++;
  }
}
