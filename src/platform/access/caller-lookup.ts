import type { Caller } from './caller.js';

/**
 * Finds the account that a credential belongs to. It is one indexed query per request, so a ban, a change of
 * role or a sign-out takes effect at once. The account area implements it, because the platform knows no
 * tables of other areas.
 */
export abstract class CallerLookup {
  abstract bySession(userId: string, sessionId: string): Promise<Caller | undefined>;
  abstract byKey(hash: Buffer): Promise<Caller | undefined>;
}
