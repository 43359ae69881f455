import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ExemptPathsRegistry } from './exempt-paths.registry.js';
import type { ShutdownService } from './shutdown.service.js';
import type { MetricsService } from './metrics.service.js';
import { answer } from '../error.filter.js';
import { invalid } from '../refusal.js';
import { isStorable } from '../input/json.js';
import { routeOf } from '../route.registry.js';

const REQUEST_ID = /^[\w.-]{1,64}$/;

/**
 * The first middleware of every request: sets its id, logs it and measures it. The log contains the route and
 * never the address, headers or body: a query may hold a token and a path an e-mail address.
 */
export function requestLog(logger: Logger, metrics: MetricsService, drain: ShutdownService) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const begun = performance.now();
    const given = request.headers['x-request-id'];
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', id);
    if (drain.started) response.setHeader('Connection', 'close');
    response.once('close', () => {
      const ms = performance.now() - begun;
      const route = routeOf(request);
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.recordRequest(request.method, route, status, ms / 1000);
      const user = (request.user as { id?: string } | undefined)?.id;
      const level = status >= 500 ? 'error' : 'info';
      logger[level]({
        request_id: id,
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        user,
      });
    });
    next();
  };
}

/** It runs after the middleware that sets headers, so that this refusal has them too. */
export const refuseUnreadable =
  ({ anyQuery }: ExemptPathsRegistry): RequestHandler =>
  (request, response, next) => {
    const { url } = request;
    if (!url.includes('%')) return next();
    const takesAny = anyQuery.some((expression) => expression.test(request.path));
    if (readable(takesAny ? request.path : url)) return next();
    const message = 'the address holds text that is not valid UTF-8, or \\u0000';
    answer(response, invalid({ field: '', message }));
  };

function readable(url: string): boolean {
  try {
    return isStorable(decodeURIComponent(url.replaceAll('+', ' ')));
  } catch {
    return false;
  }
}
