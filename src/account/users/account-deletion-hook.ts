/**
 * Runs before an account is deleted, in the same transaction. Rows with a foreign key to the user are deleted by the
 * database; a hook does what the database cannot.
 */
export abstract class AccountDeletionHook {
  abstract before(userId: string): Promise<void>;
}
