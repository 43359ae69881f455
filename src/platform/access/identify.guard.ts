import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { JwtStrategy } from './access-token.js';
import { ApiKeyStrategy } from './api-key.js';
import type { Caller } from './caller.js';

const faults = new WeakMap<Request, unknown>();

/** Why a credential could not be checked, when the database did not answer: then 503 is true and 401 is not. */
export const credentialFault = (request: Request): unknown => faults.get(request);

/**
 * Sets the caller when a valid token or key is there, and never blocks: a public route serves whoever comes
 * with garbage. The strategies are asked here and not by Passport's own guard, which makes so much anew for
 * every request that it took a quarter of the whole.
 */
@Injectable()
export class IdentifyGuard implements CanActivate {
  constructor(
    private readonly bearer: JwtStrategy,
    private readonly apiKey: ApiKeyStrategy,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    const { authorization, 'x-api-key': key } = request.headers;
    return (!authorization && !key) || this.identify(request);
  }

  private async identify(request: Request): Promise<true> {
    try {
      request.user = (await ask(this.bearer, request)) ?? (await ask(this.apiKey, request));
    } catch (error) {
      faults.set(request, error);
    }
    return true;
  }
}

/** As Passport does: a strategy tells its outcome to an instance of its own for each request. */
export function ask<Strategy extends JwtStrategy | ApiKeyStrategy>(
  strategy: Strategy,
  request: Pick<Request, 'headers'>,
) {
  return new Promise<Caller | undefined>((success, error) => {
    const fail = () => success(undefined);
    Object.assign(Object.create(strategy) as Strategy, { success, error, fail }).authenticate(
      request as Request,
    );
  });
}
