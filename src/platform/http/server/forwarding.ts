import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { NEARBY } from '../networks.js';

/**
 * Without TRUST_PROXY all callers behind a proxy have the address of the proxy, and so share one rate limit and one
 * limit of failed sign-ins. Only a peer on a private network counts as a proxy, because any caller can send the header.
 */
export function warnOfForwarding(logger: Logger) {
  let isWarned = false;
  return ({ headers, socket }: Request, _response: Response, next: NextFunction): void => {
    if (!isWarned && headers['x-forwarded-for'] !== undefined && NEARBY.has(socket.remoteAddress)) {
      isWarned = true;
      logger.warn(
        `TRUST_PROXY is not set, and ${socket.remoteAddress} sends X-Forwarded-For: all callers behind it count as ` +
          `one address. Set TRUST_PROXY to the address of the proxy`,
      );
    }
    next();
  };
}
