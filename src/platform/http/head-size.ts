import type { NextFunction, Request, Response } from 'express';
import { answer } from './error.filter.js';
import { Refusal } from './refusal.js';

/** What a request may say before its body. */
const MOST = 16 * 1024;
/** What the parser reads before it gives up: more than is allowed, so that the route is known that refuses it. */
export const PARSER_LIMIT = 64 * 1024;

const refusals = new Map<string, Refusal>();

/** Where a header is the credential, one that is too large is a wrong one: what the route says of those. */
export function sayOfOversized(method: string, path: string, refusal: Refusal): void {
  refusals.set(`${method} ${path}`, refusal);
}

export function refuseOversized(request: Request, response: Response, next: NextFunction): void {
  let size = request.url.length;
  for (const part of request.rawHeaders) size += part.length + 2;
  if (size <= MOST) return next();
  response.setHeader('Connection', 'close');
  const refusal = refusals.get(`${request.method} ${request.path}`);
  answer(response, refusal ?? new Refusal(431, 'Headers too large'));
}
