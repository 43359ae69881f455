import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { JwtStrategy } from './jwt.strategy.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import type { Caller } from './access.js';

const faults = new WeakMap<Request, unknown>();

/** The database error that prevented the check of a credential. The answer is then 503 and not 401. */
export const credentialFault = (request: Request): unknown => faults.get(request);

/**
 * Sets the caller when the request has a valid token or key, and never refuses: a public route also serves
 * requests with an invalid credential. The guard calls the strategies itself, because Passport's own guard
 * creates so many objects per request that it took a quarter of the request time.
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
      request.user = (await authenticate(this.bearer, request)) ?? (await authenticate(this.apiKey, request));
    } catch (error) {
      faults.set(request, error);
    }
    return true;
  }
}

/** Like Passport, calls the strategy on an instance of its own per request, which receives the outcome. */
export function authenticate<Strategy extends JwtStrategy | ApiKeyStrategy>(
  strategy: Strategy,
  request: Pick<Request, 'headers'>,
) {
  return new Promise<Caller | undefined>((success, error) => {
    const fail = () => success(undefined);
    Object.assign(Object.create(strategy) as Strategy, { success, error, fail }).authenticate(request as Request);
  });
}
