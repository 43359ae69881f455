import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { refusal } from '../../platform/http/refusal.js';
import { networkOf } from '../../platform/http/networks.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import { type LockedSession, type RefreshAnswered, type RefreshName, SessionRepository } from './session.repository.js';
import { SessionTokensService } from './session-tokens.service.js';
import type { SessionAnswer } from './sessions.dto.js';

type Verdict = 'rotate' | 'same again' | 'refuse' | 'end session';

/** On a bad network an answer can be lost and the client retries. Within this time a retry is not taken for a theft. */
const LOST_ANSWER_SECONDS = 10;

export const invalidRefreshToken = refusal(401, 'Invalid or expired refresh token');

@Injectable()
export class RefreshService {
  constructor(
    private readonly tokens: SessionTokensService,
    private readonly sessions: SessionRepository,
    private readonly database: DatabaseService,
    private readonly limits: LimitsService,
    private readonly environment: Environment,
  ) {}

  /** The same token with the same `Idempotency-Key` gets the same answer for a minute. */
  async refresh(token: string, address: string | null, idempotencyKey?: string): Promise<SessionAnswer> {
    const read = this.tokens.readRefreshToken(token);
    if (!read) {
      // Counted after the check, not before: a MAC of 256 bits cannot be guessed, and a caller with a valid token must
      // not be refused because of the failures of other users behind the same address.
      await this.limits.guesses['token:address'].fail(networkOf(address) ?? '');
      throw invalidRefreshToken();
    }
    // The refusal is thrown after the transaction, because the end of a stolen session has to be committed.
    const tokens = await this.database.transaction(() => this.exchange(read.sessionId, read.counter, idempotencyKey));
    if (!tokens) throw invalidRefreshToken();
    return tokens;
  }

  private async exchange(
    sessionId: string,
    counter: number,
    idempotencyKey?: string,
  ): Promise<SessionAnswer | undefined> {
    const session = await this.sessions.lock(sessionId);
    if (!session?.open) return undefined;
    const name = nameOf(sessionId, counter, idempotencyKey);
    const repeated = name && (await this.sessions.findRefresh(name));
    if (repeated) return this.issueAnswer(session.user_id, name, repeated);
    switch (verdict(session, counter, this.environment.refreshReuseSeconds)) {
      case 'rotate':
        await this.sessions.rotate(sessionId);
        return this.answer(session.user_id, sessionId, counter + 1, name);
      case 'same again':
        return this.answer(session.user_id, sessionId, session.counter, name);
      case 'end session':
        await this.sessions.end(sessionId, session.user_id);
        return undefined;
      case 'refuse':
        return undefined;
    }
  }

  private async answer(
    userId: string,
    sessionId: string,
    counter: number,
    name: RefreshName | undefined,
  ): Promise<SessionAnswer> {
    if (!name) return this.tokens.issuePair(userId, sessionId, counter);
    return this.issueAnswer(userId, name, await this.sessions.insertRefresh(name, counter));
  }

  /** Returns equal tokens whenever it is called with the same row. */
  private issueAnswer(
    userId: string,
    { session_id, key_hash }: RefreshName,
    { counter, issued_at }: RefreshAnswered,
  ): SessionAnswer {
    const id = createHash('sha256').update(`${counter} `).update(key_hash).digest('base64url').slice(0, 12);
    return this.tokens.issuePair(userId, session_id, counter, { at: issued_at, id });
  }
}

/** An old token is a lost answer, a concurrent refresh or a theft. The time since the rotation decides which. */
function verdict({ counter, is_twin, seconds_since_rotation }: LockedSession, given: number, reuse: number): Verdict {
  if (given === counter) return 'rotate';
  if (given !== counter - 1 || seconds_since_rotation === null) return 'end session';
  if (is_twin || seconds_since_rotation <= reuse) return 'same again';
  return seconds_since_rotation <= LOST_ANSWER_SECONDS ? 'refuse' : 'end session';
}

const nameOf = (session_id: string, counter: number, idempotencyKey: string | undefined): RefreshName | undefined =>
  idempotencyKey === undefined
    ? undefined
    : { session_id, counter, key_hash: createHash('sha256').update(idempotencyKey).digest() };
