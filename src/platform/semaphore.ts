import { unavailable } from './http/refusal.js';

/**
 * Limits how many pieces of work run at once in this process. The others wait in order, and not longer than
 * `patienceMs`.
 */
export class Semaphore {
  private readonly queue: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly patienceMs: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.acquire();
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free++;
    }
  }

  private acquire(): Promise<void> | undefined {
    if (this.free > 0) {
      this.free--;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(enter), 1);
        reject(unavailable(5));
      }, this.patienceMs);
      this.queue.push(enter);
    });
  }
}
