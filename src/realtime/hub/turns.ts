import { Injectable } from '@nestjs/common';

const AT_ONCE = 6;

/** When thousands come back at once they wait for each other, and requests need not wait for them. */
@Injectable()
export class Turns {
  private free = AT_ONCE;
  private readonly waiting: (() => void)[] = [];

  async take<T>(work: () => Promise<T>): Promise<T> {
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
