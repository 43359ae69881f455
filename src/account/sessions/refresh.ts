import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Limits } from '../../platform/limits/limits.js';
import { RefreshTokens } from './refresh-token.js';
import { type LockedSession, SessionRepository } from './session.repository.js';
import { SessionTokens, type Tokens } from './session-tokens.js';

type Verdict = 'rotate' | 'same again' | 'refuse' | 'end session';

/** An answer may be lost on a bad network, and its client come again: that alone is no theft. */
const LOST_ANSWER_SECONDS = 10;

@Injectable()
export class Refresh {
  constructor(
    private readonly refreshTokens: RefreshTokens,
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokens,
    private readonly database: Database,
    private readonly limits: Limits,
    private readonly config: Config,
  ) {}

  async run(token: string, address: string | null): Promise<Tokens> {
    const named = this.refreshTokens.read(token);
    if (!named) {
      await this.limits.failed('token:address', address ?? '');
      throw refused();
    }
    // Decided in the transaction, refused after it: the end of a stolen session must be committed.
    const tokens = await this.database.transaction(() => this.exchange(named.sessionId, named.counter));
    if (!tokens) throw refused();
    return tokens;
  }

  private async exchange(sessionId: string, counter: number): Promise<Tokens | undefined> {
    const session = await this.sessions.lock(sessionId);
    if (!session?.open) return undefined;
    switch (verdict(session, counter, this.config.refreshReuseSeconds)) {
      case 'rotate':
        await this.sessions.rotate(sessionId);
        return this.tokens.pair(session.user_id, sessionId, counter + 1);
      case 'same again':
        return this.tokens.pair(session.user_id, sessionId, session.counter);
      case 'end session':
        await this.sessions.end(sessionId, session.user_id);
        return undefined;
      case 'refuse':
        return undefined;
    }
  }
}

/** A token of the past is a lost answer, a concurrent twin or a thief: told apart by how old it is. */
function verdict(
  { counter, is_twin, seconds_since_rotation }: LockedSession,
  given: number,
  reuse: number,
): Verdict {
  if (given === counter) return 'rotate';
  if (given !== counter - 1 || seconds_since_rotation === null) return 'end session';
  if (is_twin || seconds_since_rotation <= reuse) return 'same again';
  return seconds_since_rotation <= LOST_ANSWER_SECONDS ? 'refuse' : 'end session';
}

const refused = () => new Refusal(401, 'Invalid or expired refresh token');
