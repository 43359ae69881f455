import type { Account, TestService } from '../support/service.js';
import { sessionIdOf } from './token.js';

/**
 * Does it again, from the start, where it failed and took so long that a time-out of the product may have passed meanwhile:
 * a busy machine delays some attempts, but not all.
 */
export async function inTime(ms: number, work: () => Promise<void>): Promise<void> {
  for (;;) {
    const begun = performance.now();
    try {
      return await work();
    } catch (error) {
      if (performance.now() - begun < ms) throw error;
    }
  }
}

export const REFUSED = { error: 'Invalid or expired refresh token' };

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Refreshes tokens at the service of a spec, which starts later. */
export function refreshing(service: () => TestService) {
  const refresh = (refresh_token: string, of = service()) => of.client().post('/v1/auth/refresh', { refresh_token });
  const expectRefused = (refresh_token: string, of = service()) => refresh(refresh_token, of).expect(401, REFUSED);

  async function rotated(refresh_token: string, of = service()): Promise<Tokens> {
    return (await refresh(refresh_token, of).expect(200)).body.session;
  }

  const set = ({ access_token }: Account, change: string) =>
    service().database.query(`UPDATE account.sessions SET ${change} WHERE id = $1`, [sessionIdOf(access_token)]);

  /** Moves the last rotation into the past. */
  const secondsPass = (account: Account, seconds: number) =>
    set(account, `rotated_at = rotated_at - interval '${seconds} seconds'`);

  async function expectEnded(account: Account, newest: Tokens) {
    await expectRefused(newest.refresh_token);
    for (const token of [account.access_token, newest.access_token]) {
      await service().bearer(token).get('/v1/auth/session').expect(401, { error: 'Not authenticated' });
    }
  }

  async function expectLiving(account: Account, newest: Tokens) {
    for (const token of [account.access_token, newest.access_token]) {
      await service().bearer(token).get('/v1/auth/session').expect(200);
    }
    await rotated(newest.refresh_token);
  }

  return { refresh, expectRefused, rotated, set, secondsPass, expectEnded, expectLiving };
}
