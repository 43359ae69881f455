/**
 * Runs before an account is deleted, in the same transaction. Rows with a foreign key to the user are deleted by the
 * database; a hook does what the database cannot.
 */
export abstract class AccountDeletionHook {
  abstract before(userId: string): Promise<void>;
}

/** A deletion hook that also runs when an account is suspended or banned: it ends the user's live work, such as a call. */
export abstract class AccountLockoutHook extends AccountDeletionHook {}
