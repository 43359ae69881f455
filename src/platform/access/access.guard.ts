import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { forbidden, notAuthenticated } from '../http/refusal.js';
import { type Caller, isAdmin, LEVEL, type Level } from './access.js';
import { credentialFault } from './identify.guard.js';

@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const level = this.reflector.getAllAndOverride<Level | undefined>(LEVEL, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (level === 'none') return true;
    if (level === undefined) throw forbidden();
    const request = context.switchToHttp().getRequest<Request>();
    const caller = request.user as Caller | undefined;
    if (!caller) throw credentialFault(request) ?? notAuthenticated();
    const byKey = 'key' in caller.via;
    if (level === 'api-key' ? !byKey : level !== 'user' && byKey) throw notAuthenticated();
    if (level === 'admin' && !isAdmin(caller)) throw forbidden();
    return true;
  }
}
