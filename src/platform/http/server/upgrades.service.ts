import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Injectable } from '@nestjs/common';

interface PendingUpgrade {
  socket: Socket;
  head: Buffer;
  response: ServerResponse;
}

/** Headers of the upgrade, which have no meaning in a plain request. */
const UPGRADE_HEADERS = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Requests that ask for an upgrade. They pass through the guards and refusals like every request; only the
 * route that they name takes the connection over.
 */
@Injectable()
export class UpgradesService {
  private readonly paths = new Set<string>();
  private readonly pending = new WeakMap<IncomingMessage, PendingUpgrade>();

  /** Registers a path that accepts WebSockets. */
  addPath(path: string): void {
    this.paths.add(path);
  }

  handleUpgrade(server: Server, request: IncomingMessage, duplex: Duplex, head: Buffer): void {
    const socket = duplex as Socket;
    const isWebSocket = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket';
    if (!isWebSocket || !this.paths.has(request.url?.split('?')[0] ?? '')) {
      return servePlain(server, request, socket, head);
    }
    socket.on('error', destroy);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => {
      response.detachSocket(socket);
      socket.destroySoon();
    });
    this.pending.set(request, { socket, head, response });
    server.emit('request', request, response);
  }

  isUpgrade(request: IncomingMessage): boolean {
    return this.pending.has(request);
  }

  /** Takes the connection over from HTTP. Undefined when it has closed in the meantime. */
  accept(request: IncomingMessage): { socket: Socket; head: Buffer } | undefined {
    const asking = this.pending.get(request);
    this.pending.delete(request);
    if (!asking || asking.socket.destroyed) return undefined;
    const { socket, head, response } = asking;
    response.removeAllListeners('finish');
    response.detachSocket(socket);
    socket.off('error', destroy);
    // Ends the HTTP response without sending it, so that the request log writes its line.
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
 * Other upgrades are not supported. The request is then served as a plain one, by feeding it to a new parser
 * on the same connection.
 */
function servePlain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (!UPGRADE_HEADERS.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(request.headers.connection ?? '')) lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}
