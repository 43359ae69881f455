import { type Refusal, unavailable } from './http/refusal.js';

/**
 * Limits how many pieces of work run at once in this process. The others wait in order: not longer than
 * `patienceMs`, and no more than `mostWaiting`. Those that cannot wait get the refusal.
 */
export class Semaphore {
  private readonly queue: (() => void)[] = [];

  constructor(
    private free: number,
    private readonly patienceMs?: number,
    private readonly mostWaiting = Infinity,
    private readonly refusal: () => Refusal = () => unavailable(5),
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.acquire();
    if (turn) await turn;
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
    if (this.queue.length >= this.mostWaiting) throw this.refusal();
    if (this.patienceMs === undefined) return new Promise((resolve) => this.queue.push(resolve));
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(enter), 1);
        reject(this.refusal());
      }, this.patienceMs);
      this.queue.push(enter);
    });
  }
}
