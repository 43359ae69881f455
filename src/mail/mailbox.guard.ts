import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { forbidden } from '../platform/http/refusal.js';

/**
 * In development the API allows scripts of any origin, and these mails contain links that sign their reader
 * in. A page of another site in the same browser may link to the mailbox, but can neither read nor empty it.
 */
@Injectable()
export class MailboxGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { method, headers } = context.switchToHttp().getRequest<Request>();
    const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
    if (headers['sec-fetch-site'] === 'cross-site' && !isVisit) throw forbidden();
    return true;
  }
}
