import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { ExemptPathsRegistry } from './exempt-paths.registry.js';
import type { Environment } from '../../config/environment.js';

const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';
const ALLOWED = 'Authorization,Content-Type,X-API-Key,Idempotency-Key,Last-Event-ID,X-Request-Id';
const EXPOSED = 'X-Request-Id,Retry-After,Idempotent-Replayed,X-Realtime-Position';

/**
 * The headers that every answer has. Only the allowed origin depends on the request, so the others are computed once: the
 * middleware of libraries compute them for each answer.
 */
export function responseHeaders(environment: Environment, { anyOrigin }: ExemptPathsRegistry): RequestHandler {
  const { corsOrigins } = environment;
  const origins = corsOrigins.length ? new Set(corsOrigins) : undefined;
  const always = securityHeaders(environment);
  const limited = [...always, ...crossOriginHeaders(origins)];
  const open = [...always, ...crossOriginHeaders(undefined)];
  return (request, response, next) => {
    const isOpen = anyOrigin.has(request.path);
    for (const [name, value] of isOpen ? open : limited) response.setHeader(name, value);
    const { origin } = request.headers;
    const isNamed = !isOpen && origin !== undefined && origins?.has(origin);
    if (isNamed) response.setHeader('Access-Control-Allow-Origin', origin);
    next();
  };
}

/** Answers the preflight requests of browsers, to whatever address. */
export function answerPreflight({ method }: Request, response: Response, next: NextFunction): void {
  if (method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Allow-Headers', ALLOWED);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.setHeader('Content-Length', '0');
  response.status(204).end();
}

/** Without CORS_ORIGINS pages of all origins may call, without cookies. */
function crossOriginHeaders(origins: Set<string> | undefined): [string, string][] {
  const exposed: [string, string] = ['Access-Control-Expose-Headers', EXPOSED];
  if (!origins) return [['Access-Control-Allow-Origin', '*'], exposed];
  return [['Vary', 'Origin'], ['Access-Control-Allow-Credentials', 'true'], exposed];
}

/** Responses are not cached unless the route allows it, because answers depend on the caller. */
function securityHeaders({ production }: Environment): [string, string][] {
  const headers: [string, string][] = [['Cache-Control', 'no-store']];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const secure = helmet({
    strictTransportSecurity: production,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // This policy is for JSON answers; a page sets its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only obsolete browsers use these headers, and each costs every answer half a microsecond.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  secure({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}
