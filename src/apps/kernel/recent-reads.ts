const MOST_KEPT = 10_000;

interface Kept<Found> {
  found: Promise<Found>;
  until: number;
}

/**
 * What was read a moment ago by its key, so that hot requests do not read it again. A process that makes a change
 * calls `forget` after its COMMIT; the others see it when their copy has expired.
 */
export class RecentReads<Found> {
  private readonly kept = new Map<string, Kept<Found>>();

  constructor(
    private readonly read: (key: string) => Promise<Found>,
    /** For how many milliseconds it is kept; 0 for what is read again each time. */
    private readonly lifetimeOf: (found: Found) => number,
  ) {}

  find(key: string): Promise<Found> {
    const known = this.kept.get(key);
    if (known && known.until > Date.now()) return known.found;
    this.kept.delete(key);
    if (this.kept.size >= MOST_KEPT) this.kept.delete(this.kept.keys().next().value as string);
    const kept: Kept<Found> = { found: this.read(key), until: Infinity };
    this.kept.set(key, kept);
    const expire = (lifetime: number) => {
      if (lifetime > 0) kept.until = Date.now() + lifetime;
      else if (this.kept.get(key) === kept) this.kept.delete(key);
    };
    kept.found.then(
      (found) => expire(this.lifetimeOf(found)),
      () => expire(0),
    );
    return kept.found;
  }

  forget(key: string): void {
    this.kept.delete(key);
  }

  forgetAll(): void {
    this.kept.clear();
  }
}
