import { AccountDeletionHook } from './account-deletion-hook.js';

/** A deletion hook that also runs when an account is suspended or banned: it ends the user's live work, such as a call. */
export abstract class AccountLockoutHook extends AccountDeletionHook {}
