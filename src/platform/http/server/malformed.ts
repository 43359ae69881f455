import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { answer } from '../error.filter.js';
import { Refusal } from '../refusal.js';

const WORDS: Record<string, [status: number, error: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Headers too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timed out'],
};

/** Requests that Node's parser refuses never reach Express. They get an answer of the same form as other refusals. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  const answered = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answered) {
    socket.destroy();
    return;
  }
  const [status, words] = WORDS[error.code ?? ''] ?? [400, 'Malformed request'];
  const body = JSON.stringify({ error: words });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

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
