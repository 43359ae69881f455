import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import jwt from 'jsonwebtoken';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { Environment } from '../config/environment.js';
import { isUuid } from '../database/uuid.js';
import { type Caller, CallerLookup } from './access.js';
import { type Key, KeyringService } from './keyring.service.js';

const ISSUER = 'community-platform';
const AUDIENCE = 'community-platform/api';

/**
 * The expression is anchored and its parts share no character, so its cost is linear in the length of the
 * header. The expression of passport-jwt is quadratic: 15 KB of one word block the process for 200 ms.
 */
const BEARER = /^bearer[ \t]+([\w.-]+)$/i;

/** How many verified tokens are remembered. */
const REMEMBERED = 10_000;

interface Claims {
  sub?: unknown;
  sid?: unknown;
  exp?: number;
}

const tokenOf = ({ headers }: Pick<Request, 'headers'>) => BEARER.exec(headers.authorization ?? '')?.[1] ?? null;

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
  private readonly verified = new Map<string, { claims: Claims; key: Key | undefined }>();

  constructor(
    private readonly keyring: KeyringService,
    private readonly callers: CallerLookup,
  ) {
    super({
      jwtFromRequest: tokenOf,
      passReqToCallback: true,
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

  /** A signature is checked once for each token, as long as its time is not over and its key is in use. */
  override authenticate(request: Request): void {
    const { claims, key } = this.verified.get(tokenOf(request) ?? '') ?? {};
    const isValid = claims && key && this.keyring.all().includes(key) && Date.now() < (claims.exp as number) * 1000;
    if (!isValid) return super.authenticate(request);
    this.callerOf(claims).then(
      (caller) => (caller ? this.success(caller) : this.fail(401)),
      (error: unknown) => this.error(error as Error),
    );
  }

  validate(request: Request, claims: Claims): Promise<Caller | false> {
    const oldest = this.verified.size < REMEMBERED ? undefined : this.verified.keys().next().value;
    if (oldest) this.verified.delete(oldest);
    const token = tokenOf(request) as string;
    this.verified.set(token, { claims, key: this.keyring.find(kidOf(token) ?? '') });
    return this.callerOf(claims);
  }

  /** The token only names the session. The user and their role are read from the database on each request. */
  private async callerOf({ sub, sid }: Claims): Promise<Caller | false> {
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
