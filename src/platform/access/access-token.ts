import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import jwt from 'jsonwebtoken';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { Config } from '../config/environment.js';
import { isUuid } from '../database/uuid.js';
import type { Caller } from './caller.js';
import { Callers } from './callers.port.js';
import { Keyring } from './keyring.js';

const ISSUER = 'community-platform';
const AUDIENCE = 'community-platform/api';

interface Claims {
  sub?: unknown;
  sid?: unknown;
}

@Injectable()
export class AccessTokens {
  constructor(
    private readonly keyring: Keyring,
    private readonly config: Config,
  ) {}

  issue(userId: string, sessionId: string): { access_token: string; expires_in: number; expires_at: number } {
    const { kid, signing } = this.keyring.current;
    const expires_in = this.config.accessTokenSeconds;
    const now = Math.floor(Date.now() / 1000);
    const claims = { sid: sessionId, iat: now };
    const access_token = jwt.sign(claims, signing, {
      algorithm: 'HS256',
      keyid: kid,
      issuer: ISSUER,
      audience: AUDIENCE,
      subject: userId,
      expiresIn: expires_in,
      // Two tokens of one second are still two tokens.
      jwtid: randomBytes(9).toString('base64url'),
    });
    return { access_token, expires_in, expires_at: now + expires_in };
  }
}

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    keyring: Keyring,
    private readonly callers: Callers,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      secretOrKeyProvider: (
        _request: unknown,
        token: string,
        // jsonwebtoken takes a KeyObject; the types of passport-jwt do not know.
        done: (error: unknown, key?: never) => void,
      ) => done(null, keyring.find(kidOf(token))?.signing as never),
    });
  }

  /** The token only names the session: who he is and what he may do is read, never taken from it. */
  async validate({ sub, sid }: Claims): Promise<Caller | false> {
    if (typeof sub !== 'string' || typeof sid !== 'string' || !isUuid(sub) || !isUuid(sid)) return false;
    return (await this.callers.bySession(sub, sid)) ?? false;
  }
}

function kidOf(token: string): string {
  try {
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as {
      kid?: unknown;
    };
    return String(header?.kid);
  } catch {
    return '';
  }
}
