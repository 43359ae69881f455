import { pipeline } from 'node:stream';
import type { Request, Response } from 'express';
import type { Caller } from '../../../platform/access/access.js';
import type { WithRawBody } from '../../../platform/http/input/body.guard.js';
import { notFound } from '../../../platform/http/refusal.js';
import type { ServedDomain } from '../../contracts/domains.js';
import { visitorOf } from '../calls/visitor.js';
import type { PublicAnswer } from './public-answers.js';
import type { PublicRequest, PublicSurface } from './public-surface.js';

const METHODS = new Set(['GET', 'HEAD', 'POST']);

interface Exchange {
  request: Request & WithRawBody;
  response: Response;
  path: string;
  domain?: ServedDomain;
}

/** Asks the surface of an app and sends its answer; 404 where it has none. */
export async function sendPublic(surface: PublicSurface, { request, response, path, domain }: Exchange): Promise<void> {
  const answer =
    METHODS.has(request.method) &&
    (await surface.answer({
      method: request.method as PublicRequest['method'],
      path,
      query: request.url.split('?').slice(1).join('?'),
      body: request.rawBody ?? Buffer.alloc(0),
      visitor: visitorOf(request),
      caller: request.user as Caller | undefined,
      domain,
    }));
  if (!answer) throw notFound('Page');
  sendAnswer(answer, request, response);
}

/** An answer with an ETag that the client names has no body, and its status is 304. */
export function sendAnswer(answer: PublicAnswer, request: Request, response: Response): void {
  const { status, headers = {}, body, stream } = answer;
  const { Vary, ...others } = headers;
  response.status(status).set(others);
  // CORS and compression have named theirs.
  if (Vary) response.vary(Vary);
  // A stream that fails ends the connection, so that the client does not believe that it has everything.
  if (stream && request.method !== 'HEAD') return void pipeline(stream, response, () => undefined);
  stream?.destroy();
  const isKnown = headers.ETag !== undefined && hasContent(request, headers.ETag);
  if (isKnown) response.status(304);
  response.end(isKnown || request.method === 'HEAD' ? undefined : body);
}

/** `request.fresh` also says no to a client that sends `no-cache`, which `fetch` does by itself beside an ETag. */
function hasContent({ headers }: Request, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(etag) || known.includes('*'));
}
