import type { IncomingMessage, ServerResponse, Server } from 'node:http';
import { refuseMalformed } from './malformed.js';
import type { Socket } from 'node:net';

/** The time in which a body must arrive. A long body must deliver `leastBytes` in each such period: 128 kbit/s. */
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

/** How long unsent bytes may make no progress, and how often this is checked. */
export const STALLED = { ms: 60_000, lookMs: 5_000 };

interface Progress {
  /** Bytes of complete writes that the operating system has accepted. */
  accepted: number;
  /** Bytes of the current write that it has not accepted. */
  unsent: number;
  since: number;
}

/** The part of Node's handle that shows the progress of one large write. It is absent once the socket is closed. */
type Writing = Socket & { _handle?: { writeQueueSize?: number } | null };

/**
 * Closes a connection whose client does not read its answer, because each holds the answer in memory. A
 * connection without unsent bytes is never closed, however long it is silent: a WebSocket, an event stream, a
 * slow handler. `socket.setTimeout` is no alternative: it counts bytes from the client, and writes that only
 * join the queue, as activity.
 */
export function cutStalledAnswers(server: Server, { ms, lookMs } = STALLED): void {
  const progress = new Map<Socket, Progress | undefined>();
  server.on('connection', (socket: Socket) => {
    if (progress.has(socket) || socket.destroyed) return;
    progress.set(socket, undefined);
    socket.once('close', () => progress.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, before] of progress) {
      const next = socket.writableLength ? progressOf(socket, now) : undefined;
      if (next && before && next.accepted === before.accepted && next.unsent === before.unsent) {
        // After `destroy` the operating system would keep its send buffer and retry for minutes.
        if (now - before.since >= ms) socket.resetAndDestroy();
      } else progress.set(socket, next);
    }
  }, lookMs).unref();
  server.once('close', () => clearInterval(look));
}

const progressOf = (socket: Writing, since: number): Progress => ({
  accepted: socket.bytesWritten - socket.writableLength,
  unsent: socket._handle?.writeQueueSize ?? 0,
  since,
});
