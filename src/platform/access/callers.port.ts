import type { Caller } from './caller.js';

/**
 * Where identification learns who a credential belongs to: one indexed query, asked on each request, so a ban,
 * a change of role or a sign-out acts at once. The account area answers it; the platform knows no tables.
 */
export abstract class Callers {
  abstract bySession(userId: string, sessionId: string): Promise<Caller | undefined>;
  abstract byKey(hash: Buffer): Promise<Caller | undefined>;
}
