import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseMalformed } from './malformed.js';

/** How long a body may take to come; one that may take long, for each next `leastBytes` of it: 128 kbit/s. */
const PATIENCE = { ms: 30_000, leastBytes: 480 * 1024 };

const longBodies = new WeakMap<IncomingMessage, number>();

/** The body of this request may take longer than others, as long as it comes and is no larger than that. */
export const mayTakeLong = (request: IncomingMessage, mostBytes: number) =>
  void longBodies.set(request, mostBytes);

/** A limit of our own, because Node has one for all requests: in 30 s a phone on a slow line cannot send a film. */
export const limitTime =
  ({ ms, leastBytes } = PATIENCE) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
    const begun = socket.bytesRead;
    let seen = begun;
    const timer = setInterval(() => {
      const isComing = socket.bytesRead - seen >= leastBytes;
      const isExpected = socket.bytesRead - begun <= (longBodies.get(request) ?? 0);
      seen = socket.bytesRead;
      if (isComing && isExpected) return;
      over();
      if (request.complete) return;
      if (response.headersSent) socket.destroy();
      else refuseMalformed(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }, ms).unref();
    const over = () => clearInterval(timer);
    request.once('end', over).once('close', over);
  };
