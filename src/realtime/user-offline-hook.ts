export interface Departure {
  user_id: string;
  /** When the last connection of the user ended. */
  left_at: Date;
}

/** Extension point: what an area does when users go offline. Each area provides its own. */
export abstract class UserOfflineHook {
  /**
   * Runs in the transaction that records the departure, a minute after the last connection ended without a
   * new one.
   */
  abstract departed(people: Departure[]): Promise<void>;
}
