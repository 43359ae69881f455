import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Injectable } from '@nestjs/common';

interface Asking {
  socket: Socket;
  head: Buffer;
  response: ServerResponse;
}

/** Of the old connection, and of no meaning in a plain request. */
const OF_THE_UPGRADE = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Requests that want to become something else. They go the way of every request, through its guards and with its
 * refusals, and only the route that they name takes the connection over.
 */
@Injectable()
export class Upgrades {
  private readonly paths = new Set<string>();
  private readonly asking = new WeakMap<IncomingMessage, Asking>();

  /** A path where a WebSocket may be asked for. */
  offer(path: string): void {
    this.paths.add(path);
  }

  take(server: Server, request: IncomingMessage, duplex: Duplex, head: Buffer): void {
    const socket = duplex as Socket;
    const isWebSocket = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket';
    if (!isWebSocket || !this.paths.has(request.url?.split('?')[0] ?? '')) {
      return serveAnyway(server, request, socket, head);
    }
    socket.on('error', destroy);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      socket.destroySoon();
    });
    this.asking.set(request, { socket, head, response });
    server.emit('request', request, response);
  }

  isAsking(request: IncomingMessage): boolean {
    return this.asking.has(request);
  }

  /** Takes the connection over from HTTP; it may be gone by now. */
  accept(request: IncomingMessage): { socket: Socket; head: Buffer } | undefined {
    const asking = this.asking.get(request);
    this.asking.delete(request);
    if (!asking || asking.socket.destroyed) return undefined;
    const { socket, head, response } = asking;
    response.removeAllListeners('finish');
    response.detachSocket(socket);
    socket.off('error', destroy);
    // What is left of it is its line in the log.
    response.statusCode = 101;
    response.finished = true;
    response.emit('close');
    return { socket, head };
  }
}

function destroy(this: Socket): void {
  this.destroy();
}

/**
 * What else is asked for is not had here, and a server that does not know it serves the request as it is: so do we,
 * by a new reading of the connection from the request on.
 */
function serveAnyway(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (!OF_THE_UPGRADE.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
