/**
 * Whoever asks for the same thing while it is being made gets the same. The processor's idempotency keys hold this
 * across processes; within one it saves the twins from being told to come again.
 */
export class SingleFlight<T> {
  private readonly flying = new Map<string, Promise<T>>();

  run(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.flying.get(key);
    if (known) return known;
    const made = make().finally(() => this.flying.delete(key));
    this.flying.set(key, made);
    return made;
  }
}
