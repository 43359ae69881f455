import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Caller } from '../access/caller.js';
import { Config } from '../config/environment.js';
import { Limits } from './limits.js';

const UNCOUNTED = 'limits:uncounted';

/** For what others call at their own pace: health checks, webhooks, impressions. */
export const Uncounted = () => SetMetadata(UNCOUNTED, true);

@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly off: boolean;

  constructor(
    private readonly limits: Limits,
    private readonly reflector: Reflector,
    config: Config,
  ) {
    this.off = config.rateLimit === undefined;
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    if (this.off || this.reflector.getAllAndOverride(UNCOUNTED, [context.getHandler(), context.getClass()])) {
      return true;
    }
    const request = context.switchToHttp().getRequest<Request>();
    const who = (request.user as Caller | undefined)?.id ?? `address:${request.ip}`;
    return this.limits.request(who).then(() => true);
  }
}
