import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseMalformed } from './malformed.js';

/**
 * The time in which a body must arrive. A long body must deliver `leastBytes` in each such period: 128
 * kbit/s.
 */
const PATIENCE = { ms: 30_000, leastBytes: 480 * 1024 };

const longBodies = new WeakMap<IncomingMessage, number>();

/** Allows a longer time for the body of this request, while it arrives and stays within `mostBytes`. */
export const mayTakeLong = (request: IncomingMessage, mostBytes: number) => void longBodies.set(request, mostBytes);

/**
 * Replaces Node's request time-out, which is the same for all requests: in 30 s a phone on a slow line cannot
 * send a film.
 */
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
