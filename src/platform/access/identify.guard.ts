import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';

const faults = new WeakMap<Request, unknown>();

/** Why a credential could not be checked, when the database did not answer: then 503 is true and 401 is not. */
export const credentialFault = (request: Request): unknown => faults.get(request);

/**
 * Sets the caller when a valid token or key is there, and never blocks: a public route serves whoever comes
 * with garbage. Without a credential Passport is not woken, because it costs more than the rest of the guards.
 */
@Injectable()
export class IdentifyGuard extends AuthGuard(['jwt', 'api-key']) implements CanActivate {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { authorization, 'x-api-key': key } = context.switchToHttp().getRequest<Request>().headers;
    return (!authorization && !key) || ((await super.canActivate(context)) as boolean);
  }

  override handleRequest<User>(error: unknown, user: User, _info: unknown, context: ExecutionContext): User {
    if (error) faults.set(context.switchToHttp().getRequest<Request>(), error);
    return user || (undefined as User);
  }
}
