import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, type Networks } from '../networks.js';

/** A refused client that does not read the answer keeps its connection at most this long. */
const REFUSAL_MS = 1_000;
const WARNING_MS = 60_000;

const BODY = JSON.stringify({ error: 'Too many requests' });
const REFUSAL = [
  'HTTP/1.1 429 Too Many Requests',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${BODY.length}`,
  'Retry-After: 10',
  'Connection: close',
  '',
  BODY,
].join('\r\n');

interface ConnectionLimit {
  /** Concurrent connections of one IPv4 address or one /64 of IPv6. */
  most: number;
  /** Peers without a limit: the machine itself, and proxies, which count their own clients. */
  unlimited: Networks;
  warn(message: string): void;
}

/**
 * Refuses a connection above the limit before the HTTP parser gets it. An idle connection costs as much as an
 * active one, so a limit that waits for a request would have no effect.
 */
export function limitConnections(server: Server, { most, unlimited, warn }: ConnectionLimit): void {
  const open = new Map<string, number>();
  // The 'connection' event fires twice when a request that asked for an upgrade is served as a plain one.
  const known = new WeakSet<Socket>();
  const [parse] = server.listeners('connection') as [(this: Server, socket: Socket) => void];
  let warnedAt = -Infinity;

  const enter = (address: string, socket: Socket): boolean => {
    const customer = networkOf(address) ?? address;
    const others = open.get(customer) ?? 0;
    if (others >= most) {
      if (performance.now() - warnedAt > WARNING_MS) {
        warnedAt = performance.now();
        warn(
          `${customer} has ${most} connections, and further ones are refused: where that is a proxy, name it in ` +
            'TRUST_PROXY, otherwise raise MAX_CONNECTIONS_PER_ADDRESS',
        );
      }
      return false;
    }
    open.set(customer, others + 1);
    socket.once('close', () => {
      const left = (open.get(customer) ?? 1) - 1;
      if (left) open.set(customer, left);
      else open.delete(customer);
    });
    return true;
  };

  server.removeListener('connection', parse);
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address !== undefined && !known.has(socket) && !unlimited.has(address) && !enter(address, socket)) {
      return refuse(socket);
    }
    known.add(socket);
    parse.call(server, socket);
  });
}

/**
 * Reads and drops what the client sends: closing over unread bytes resets the connection, and the answer would be lost.
 */
function refuse(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume().end(REFUSAL);
  const timer = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
