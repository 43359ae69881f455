import { AppProvider } from '../../kernel/app-provider.js';
import { Waits } from '../running/walk.js';

/** Of the runs that a process works on at once, half. */
const MOST = 8;

/** The HTTP steps of an owner that wait for answers in this process. A slow service leaves places to other owners. */
@AppProvider()
export class HttpPlaces {
  private readonly taken = new Map<string, number>();

  /** A run without a place waits, and is not claimed while the owner has none. */
  async hold<T>(ownerId: string, work: () => Promise<T>): Promise<T> {
    const before = this.of(ownerId);
    if (before >= MOST) throw new Waits(new Date());
    this.taken.set(ownerId, before + 1);
    try {
      return await work();
    } finally {
      const left = this.of(ownerId) - 1;
      if (left) this.taken.set(ownerId, left);
      else this.taken.delete(ownerId);
    }
  }

  /** The owners who have no place left. */
  full(): string[] {
    return [...this.taken.keys()].filter((ownerId) => this.of(ownerId) >= MOST);
  }

  private of(ownerId: string): number {
    return this.taken.get(ownerId) ?? 0;
  }
}
