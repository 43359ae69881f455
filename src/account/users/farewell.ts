/** What an area does before an account goes, in the same transaction: its rows go by themselves, the rest does not. */
export abstract class Farewell {
  abstract before(userId: string): Promise<void>;
}
