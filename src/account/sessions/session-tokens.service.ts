import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../../platform/access/jwt.strategy.js';
import { KeyringService } from '../../platform/access/keyring.service.js';
import type { SessionAnswer } from './sessions.dto.js';

interface RefreshTokenContent {
  sessionId: string;
  counter: number;
}

const CONTENT_BYTES = 20;
const MAC_BYTES = 32;

/**
 * Issues the tokens of a session. A refresh token is the session id and the counter of the session under a MAC. It is
 * not stored, so a database dump contains none, and it can be issued again to a client that lost the first answer.
 */
@Injectable()
export class SessionTokensService {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly keyring: KeyringService,
  ) {}

  issuePair(userId: string, sessionId: string, counter: number, issued?: { at: number; id: string }): SessionAnswer {
    const { access_token, expires_in, expires_at } = this.accessTokens.issue(userId, sessionId, issued);
    const refresh_token = this.issueRefreshToken({ sessionId, counter });
    return { access_token, refresh_token, expires_in, expires_at };
  }

  /** Undefined when the token was not issued by this service. */
  readRefreshToken(token: string): RefreshTokenContent | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // The text is compared too: several base64 texts decode to the same bytes, but a token has one spelling.
    if (bytes.length !== CONTENT_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
    const content = bytes.subarray(0, CONTENT_BYTES);
    const given = bytes.subarray(CONTENT_BYTES);
    if (!this.keyring.all().some(({ refresh }) => timingSafeEqual(mac(content, refresh), given))) return undefined;
    const hex = content.toString('hex', 0, 16);
    const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { sessionId, counter: content.readUInt32BE(16) };
  }

  private issueRefreshToken({ sessionId, counter }: RefreshTokenContent): string {
    const content = Buffer.alloc(CONTENT_BYTES);
    content.write(sessionId.replaceAll('-', ''), 'hex');
    content.writeUInt32BE(counter, 16);
    return Buffer.concat([content, mac(content, this.keyring.current.refresh)]).toString('base64url');
  }
}

const mac = (content: Buffer, key: Buffer) => createHmac('sha256', key).update(content).digest();
