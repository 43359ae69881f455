import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Listens on this machine, and returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Answers these bytes, whatever it is asked, and leaves the connection open. */
export function answering(raw: string): Server {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(raw));
  });
  const end = server.close.bind(server);
  server.close = (done) => {
    for (const socket of sockets) socket.destroy();
    return end(done);
  };
  return server;
}
