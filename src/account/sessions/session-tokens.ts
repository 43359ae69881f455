import { Injectable } from '@nestjs/common';
import { AccessTokens } from '../../platform/access/access-token.js';
import { RefreshTokens } from './refresh-token.js';

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
}

/** The pair of tokens that a session gives at one position of its counter. */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  pair(userId: string, sessionId: string, counter: number): Tokens {
    const { access_token, expires_in, expires_at } = this.accessTokens.issue(userId, sessionId);
    return {
      access_token,
      refresh_token: this.refreshTokens.make({ sessionId, counter }),
      expires_in,
      expires_at,
    };
  }
}
