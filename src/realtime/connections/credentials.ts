import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { JwtStrategy } from '../../platform/access/access-token.js';
import { ApiKeyStrategy } from '../../platform/access/api-key.js';
import type { Caller } from '../../platform/access/caller.js';
import { ask, credentialFault } from '../../platform/access/identify.guard.js';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { notAuthenticated, Refusal } from '../../platform/http/refusal.js';
import { CredentialsRepository } from './credentials.repository.js';

export const TICKET_SECONDS = 30;

/** Whom a connection belongs to, and until when. */
export interface Bearer {
  caller: Caller;
  expiresAt: number | null;
}

const SECRETS = ['token', 'access_token', 'api_key', 'key'];

/** By what a connection is opened: the headers of any request, a ticket, or the first frame. */
@Injectable()
export class Credentials {
  constructor(
    private readonly tokens: JwtStrategy,
    private readonly keys: ApiKeyStrategy,
    private readonly repository: CredentialsRepository,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Undefined where nothing was shown; what is no good is refused. */
  async ofRequest(request: Request, withTicket = true): Promise<Bearer | undefined> {
    this.refuseAddress(request);
    if (request.user) return bearer(request.user as Caller, request.headers.authorization);
    const fault = credentialFault(request);
    if (fault) throw fault;
    const { ticket } = request.query;
    const used = withTicket && typeof ticket === 'string' ? await this.useTicket(ticket) : undefined;
    if (used) return used;
    const { authorization, 'x-api-key': key } = request.headers;
    if (authorization || key || (withTicket && ticket !== undefined)) throw notAuthenticated();
    return undefined;
  }

  /** Of the `auth` frame. */
  async ofFrame(token: string | undefined, key: string | undefined): Promise<Bearer | undefined> {
    const headers = token === undefined ? { 'x-api-key': key } : { authorization: `Bearer ${token}` };
    const caller = await ask(token === undefined ? this.keys : this.tokens, { headers });
    return caller && bearer(caller, headers.authorization);
  }

  async ticket(caller: Caller, authorization: string | undefined): Promise<string> {
    const ticket = randomBytes(24).toString('base64url');
    const { expiresAt } = bearer(caller, authorization);
    await this.database.transaction(() => this.repository.keepTicket(hashOf(ticket), caller, expiresAt));
    return ticket;
  }

  /** An address ends in logs and histories: a credential that lasts does not belong there, not even beside a good one. */
  private refuseAddress({ query, headers }: Request): void {
    if (SECRETS.some((name) => name in query)) {
      throw new Refusal(400, 'Credentials do not belong in the address');
    }
    const { corsOrigins } = this.config;
    if (headers.origin && corsOrigins.length && !corsOrigins.includes(headers.origin)) {
      throw new Refusal(403, 'Origin not allowed');
    }
  }

  private useTicket(ticket: string): Promise<Bearer | undefined> {
    return this.database.transaction(() => this.repository.useTicket(hashOf(ticket)));
  }
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** The end of a token stands in it; that of a key is looked up with its standing. */
function bearer(caller: Caller, authorization: string | undefined): Bearer {
  if ('key' in caller.via || !authorization) return { caller, expiresAt: null };
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return { caller, expiresAt: (JSON.parse(claims) as { exp: number }).exp * 1_000 };
}
