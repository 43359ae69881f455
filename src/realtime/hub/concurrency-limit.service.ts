import { Injectable } from '@nestjs/common';

const AT_ONCE = 6;

/**
 * Limits queries of reconnecting clients, so that thousands of them do not take the database from other
 * requests.
 */
@Injectable()
export class ConcurrencyLimitService {
  private free = AT_ONCE;
  private readonly waiting: (() => void)[] = [];

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
