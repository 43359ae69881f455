import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import jwt from 'jsonwebtoken';
import { Strategy } from 'passport-jwt';
import { Environment } from '../config/environment.js';
import { isUuid } from '../database/uuid.js';
import { type Caller, CallerLookup } from './caller.js';
import { KeyringService } from './keyring.service.js';

const ISSUER = 'community-platform';
const AUDIENCE = 'community-platform/api';

/**
 * The expression is anchored and its parts share no character, so its cost is linear in the length of the
 * header. The expression of passport-jwt is quadratic: 15 KB of one word block the process for 200 ms.
 */
const BEARER = /^bearer[ \t]+([\w.-]+)$/i;

interface Claims {
  sub?: unknown;
  sid?: unknown;
}

@Injectable()
export class AccessTokens {
  constructor(
    private readonly keyring: KeyringService,
    private readonly environment: Environment,
  ) {}

  /** Issues the same token again when its time and its id are given. */
  issue(
    userId: string,
    sessionId: string,
    { at: now, id }: { at: number; id: string } = newToken(),
  ): { access_token: string; expires_in: number; expires_at: number } {
    const { kid, signing } = this.keyring.current;
    const expires_in = this.environment.accessTokenSeconds;
    const claims = { sid: sessionId, iat: now };
    const access_token = jwt.sign(claims, signing, {
      algorithm: 'HS256',
      keyid: kid,
      issuer: ISSUER,
      audience: AUDIENCE,
      subject: userId,
      expiresIn: expires_in,
      jwtid: id,
    });
    return { access_token, expires_in, expires_at: now + expires_in };
  }
}

/** The random id makes two tokens of the same second different. */
const newToken = () => ({
  at: Math.floor(Date.now() / 1000),
  id: randomBytes(9).toString('base64url'),
});

@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    keyring: KeyringService,
    private readonly callers: CallerLookup,
  ) {
    super({
      jwtFromRequest: ({ headers }) => BEARER.exec(headers.authorization ?? '')?.[1] ?? null,
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      secretOrKeyProvider: (
        _request: unknown,
        token: string,
        // jsonwebtoken accepts a KeyObject, but the types of passport-jwt do not declare it.
        done: (error: unknown, key?: never) => void,
      ) => done(null, keyring.find(kidOf(token) ?? '')?.signing as never),
    });
  }

  /** The token only names the session. The user and their role are read from the database on each request. */
  async validate({ sub, sid }: Claims): Promise<Caller | false> {
    if (typeof sub !== 'string' || typeof sid !== 'string' || !isUuid(sub) || !isUuid(sid)) return false;
    return (await this.callers.bySession(sub, sid)) ?? false;
  }
}

/**
 * Returns the key id that a token names. It is undefined for claims that are not an object, on which
 * jsonwebtoken throws, and for claims without `exp`, which jsonwebtoken treats as valid for ever. The token
 * is then refused like a token with an unknown key.
 */
function kidOf(token: string): string | undefined {
  const [header, claims] = token.split('.', 2).map(partOf);
  return typeof claims?.exp === 'number' ? String(header?.kid) : undefined;
}

function partOf(part: string): { kid?: unknown; exp?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as object | null;
  } catch {
    return null;
  }
}
