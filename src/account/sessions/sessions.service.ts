import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { notFound } from '../../platform/http/refusal.js';
import type { Device } from '../device.js';
import { SessionRepository } from './session.repository.js';
import { SessionTokensService } from './session-tokens.service.js';
import type { SessionAnswer, SessionsAnswer } from './sessions.dto.js';

const sessionOf = ({ via }: Caller) => ('session' in via ? via.session : '');

@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokensService,
    private readonly database: DatabaseService,
  ) {}

  /** Undefined when the account is no longer active, or `passwordHash` is no longer its password. */
  async start(userId: string, passwordHash: string | null, device: Device): Promise<SessionAnswer | undefined> {
    const id = await this.database.transaction(() => this.sessions.start(userId, passwordHash, device));
    return id === undefined ? undefined : this.tokens.issuePair(userId, id, 0);
  }

  async list(caller: Caller): Promise<SessionsAnswer> {
    const sessions = await this.sessions.listForUser(caller.id);
    return { sessions: sessions.map((session) => ({ ...session, current: session.id === sessionOf(caller) })) };
  }

  async signOut(caller: Caller): Promise<void> {
    await this.database.transaction(() => this.sessions.end(sessionOf(caller), caller.id));
  }

  async end(id: string, userId: string): Promise<void> {
    const ended = await this.database.transaction(() => this.sessions.end(id, userId));
    if (!ended) throw notFound('Session');
  }
}
