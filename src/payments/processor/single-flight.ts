/**
 * Concurrent calls with the same key share one promise. Across processes the processor's idempotency keys do the same;
 * within one process this avoids the error that the processor answers to the second of two simultaneous requests.
 */
export class SingleFlight<T> {
  private readonly pending = new Map<string, Promise<T>>();

  run(key: string, make: () => Promise<T>): Promise<T> {
    const running = this.pending.get(key);
    if (running) return running;
    const started = make().finally(() => this.pending.delete(key));
    this.pending.set(key, started);
    return started;
  }
}
