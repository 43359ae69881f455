/** That a payment was begun, and what was due then: its client comes back before the payment has arrived. */
export class Checkout {
  constructor(private readonly key: string) {}

  begin(due: number): void {
    try {
      sessionStorage.setItem(this.key, String(due));
    } catch {
      // The page then shows the payment when it is opened again.
    }
  }

  /** Undefined: none was begun. */
  get due(): number | undefined {
    try {
      const stored = sessionStorage.getItem(this.key);
      return stored === null ? undefined : Number(stored);
    } catch {
      return undefined;
    }
  }

  end(): void {
    try {
      sessionStorage.removeItem(this.key);
    } catch {
      // Nothing is stored.
    }
  }
}
