import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { forbidden } from '../../platform/http/refusal.js';

/** Requires an admin's API key. A guard, because the check has to come before the body is read. */
@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!isAdmin(context.switchToHttp().getRequest<Request>().user as Caller)) throw forbidden();
    return true;
  }
}
