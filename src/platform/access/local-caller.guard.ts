import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../http/refusal.js';
import { LOOPBACK } from '../http/networks.js';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
const OF_PROXIES = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/**
 * True when the caller is on this machine and addresses it by a loopback name. The check of Host excludes web pages of
 * a domain that resolves to 127.0.0.1, the check of proxy headers excludes callers that come through a tunnel.
 */
export function isLocalCaller({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  return (
    LOOPBACK.has(socket.remoteAddress) &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !OF_PROXIES.some((name) => headers[name] !== undefined)
  );
}

/** Restricts developer pages to this machine: with HOST=0.0.0.0 the whole network could open them. */
@Injectable()
export class LocalCallerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!isLocalCaller(context.switchToHttp().getRequest<Request>())) throw new Refusal(404, 'Not found');
    return true;
  }
}
