import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { forbidden } from '../platform/http/refusal.js';

/**
 * The API answers scripts of any origin in development, and these mails hold links that sign in: pages of other
 * sites, which a developer has open too, may lead here but neither read nor empty the mailbox.
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
