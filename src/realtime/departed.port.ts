export interface Departure {
  user_id: string;
  /** When the last connection of his ended. */
  left_at: Date;
}

/** What is done when somebody has gone: each area declares its own among its providers. */
export abstract class Departed {
  /** Inside the transaction that notes it. A minute after his last connection none of his has come back. */
  abstract departed(people: Departure[]): Promise<void>;
}
