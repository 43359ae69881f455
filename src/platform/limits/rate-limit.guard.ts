import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Caller } from '../access/access.js';
import { Environment } from '../config/environment.js';
import { networkOf } from '../http/networks.js';
import { LimitsService } from './limits.service.js';

const UNCOUNTED = 'limits:uncounted';

/** For routes whose callers determine the pace: health checks, webhooks, impressions. */
export const Uncounted = () => SetMetadata(UNCOUNTED, true);

@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly isOff: boolean;

  constructor(
    private readonly limits: LimitsService,
    private readonly reflector: Reflector,
    environment: Environment,
  ) {
    this.isOff = environment.rateLimit === undefined;
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    if (this.isOff || this.reflector.getAllAndOverride(UNCOUNTED, [context.getHandler(), context.getClass()])) {
      return true;
    }
    const request = context.switchToHttp().getRequest<Request>();
    const who = (request.user as Caller | undefined)?.id ?? `address:${networkOf(request.ip)}`;
    return this.limits.request(who).then(() => true);
  }
}
