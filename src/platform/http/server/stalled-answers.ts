import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long unsent bytes may make no progress, and how often this is checked. */
export const STALLED = { ms: 60_000, lookMs: 5_000 };

interface Progress {
  /** Bytes of complete writes that the operating system has accepted. */
  accepted: number;
  /** Bytes of the current write that it has not accepted. */
  unsent: number;
  since: number;
}

/**
 * The part of Node's handle that shows the progress of one large write. It is absent once the socket is
 * closed.
 */
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
