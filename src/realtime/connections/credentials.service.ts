import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { JwtStrategy } from '../../platform/access/jwt.strategy.js';
import { ApiKeyStrategy } from '../../platform/access/api-key.strategy.js';
import type { Caller } from '../../platform/access/access.js';
import { authenticate, credentialFault } from '../../platform/access/identify.guard.js';
import { Environment } from '../../platform/config/environment.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { notAuthenticated, refusal } from '../../platform/http/refusal.js';
import { CredentialsRepository } from './credentials.repository.js';

const TICKET_SECONDS = 30;

/** The owner of a connection, and when the credential expires. */
export interface Bearer {
  caller: Caller;
  expiresAt: number | null;
}

export const credentialInAddress = refusal(400, 'Credentials do not belong in the address');
export const originNotAllowed = refusal(403, 'Origin not allowed');

const SECRET_PARAMETERS = ['token', 'access_token', 'api_key', 'key'];

/** Reads the credential of a connection: headers of the request, a ticket, or the first frame. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly tokens: JwtStrategy,
    private readonly apiKeys: ApiKeyStrategy,
    private readonly repository: CredentialsRepository,
    private readonly database: DatabaseService,
    private readonly environment: Environment,
  ) {}

  /** Undefined if the request has no credential. An invalid credential is refused. */
  async readRequest(request: Request, withTicket = true): Promise<Bearer | undefined> {
    this.checkAddress(request);
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

  /** Reads the credential of an `auth` frame. */
  async readFrame(token: string | undefined, key: string | undefined): Promise<Bearer | undefined> {
    const headers = token === undefined ? { 'x-api-key': key } : { authorization: `Bearer ${token}` };
    const caller = await authenticate(token === undefined ? this.apiKeys : this.tokens, { headers });
    return caller && bearer(caller, headers.authorization);
  }

  async createTicket(
    caller: Caller,
    authorization: string | undefined,
  ): Promise<{ ticket: string; expires_in: number }> {
    const ticket = randomBytes(24).toString('base64url');
    const { expiresAt } = bearer(caller, authorization);
    return this.database.transaction(async () => {
      await this.repository.insertTicket(hashOf(ticket), caller, expiresAt);
      return asAnswer({ ticket, expires_in: TICKET_SECONDS });
    });
  }

  /**
   * Addresses end up in logs and browser histories. A lasting credential in the address is refused even if a
   * valid header is present.
   */
  private checkAddress({ query, headers }: Request): void {
    if (SECRET_PARAMETERS.some((name) => name in query)) {
      throw credentialInAddress();
    }
    const { corsOrigins } = this.environment;
    if (headers.origin && corsOrigins.length && !corsOrigins.includes(headers.origin)) {
      throw originNotAllowed();
    }
  }

  private useTicket(ticket: string): Promise<Bearer | undefined> {
    return this.database.transaction(() => this.repository.useTicket(hashOf(ticket)));
  }
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** A token carries its expiry. The expiry of an API key is looked up with its state. */
function bearer(caller: Caller, authorization: string | undefined): Bearer {
  if ('key' in caller.via || !authorization) return { caller, expiresAt: null };
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return { caller, expiresAt: (JSON.parse(claims) as { exp: number }).exp * 1_000 };
}
