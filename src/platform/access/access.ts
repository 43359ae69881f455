import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';

/**
 * Who may call a route:
 * none – everybody; user – a Bearer token or an API key; bearer – a Bearer token only, no key;
 * admin – the Bearer token of an admin; api-key – an API key only.
 */
export type Level = 'none' | 'user' | 'bearer' | 'admin' | 'api-key';

export const LEVEL = 'access:level';

/** Every route declares its level; a route without one stops the start. */
export const Access = (level: Level) => applyDecorators(SetMetadata(LEVEL, level));

/** The user whose request runs, as the database describes them at the time of the request. */
export interface Caller {
  id: string;
  email: string;
  role: string;
  type: string | null;
  status: string;
  username: string | null;
  /** The credential of the request: a session or an API key; or what acts for the user without a request. */
  via: { session: string } | { key: string } | { automation: string };
}

export const isAdmin = ({ role }: Caller) => role === 'admin' || role === 'service_role';

/** The caller of a route whose level needs one. */
export const TheCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().user,
);

/**
 * Finds the account that a credential belongs to. It is one indexed query per request, so a ban, a change of role or a
 * sign-out takes effect at once. The account area implements it, because the platform knows no tables of other areas.
 */
export abstract class CallerLookup {
  abstract bySession(userId: string, sessionId: string): Promise<Caller | undefined>;
  abstract byKey(hash: Buffer): Promise<Caller | undefined>;
  /** For what acts for a user without a request. Undefined unless the account is active. */
  abstract byUser(userId: string, automation: string): Promise<Caller | undefined>;
}
