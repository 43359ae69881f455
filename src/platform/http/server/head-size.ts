import type { NextFunction, Request, Response } from 'express';
import { answer } from '../error.filter.js';
import { Refusal } from '../refusal.js';

/** The size limit of request line and headers. */
const MAX_HEAD_SIZE = 16 * 1024;
/** The parser's limit. It is above MAX_HEAD_SIZE, so that the route is known when the request is refused. */
export const PARSER_LIMIT = 64 * 1024;

const refusals = new Map<string, Refusal>();

/**
 * Replaces the refusal of a route whose credential is a header: an oversized credential is then answered like
 * a wrong one.
 */
export function setOversizedRefusal(method: string, path: string, refusal: Refusal): void {
  refusals.set(`${method} ${path}`, refusal);
}

export function refuseOversized(request: Request, response: Response, next: NextFunction): void {
  let size = request.url.length;
  for (const part of request.rawHeaders) size += part.length + 2;
  if (size <= MAX_HEAD_SIZE) return next();
  response.setHeader('Connection', 'close');
  const refusal = refusals.get(`${request.method} ${request.path}`);
  answer(response, refusal ?? new Refusal(431, 'Headers too large'));
}
