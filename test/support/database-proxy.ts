import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What happens after the bytes of a client. They are always forwarded, but the answer may be lost. */
export type Verdict = 'pass' | 'cut' | 'silence';

/** A TCP proxy in front of PostgreSQL: the test decides on which bytes the network fails. */
export class DatabaseProxy {
  /** How much later the answers arrive. */
  delayMs = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  /**
   * `judge` receives what clients send, as text. With `cut` and `silence` PostgreSQL still gets the bytes.
   */
  static async open(address: string, judge: (sent: string) => Verdict): Promise<DatabaseProxy> {
    const target = new URL(address);
    const server = createServer();
    const proxy = new DatabaseProxy(server, target);
    server.on('connection', (client) => proxy.join(client, judge));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The address of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, judge: (sent: string) => Verdict): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    let silent = false;
    for (const socket of [client, upstream]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    }
    client.on('data', (chunk: Buffer) => {
      const verdict = judge(chunk.toString('latin1'));
      silent ||= verdict !== 'pass';
      upstream.write(chunk);
      if (verdict === 'cut') upstream.once('data', () => client.destroy());
    });
    upstream.on('data', (chunk: Buffer) => {
      if (silent) return;
      if (this.delayMs) setTimeout(() => client.write(chunk), this.delayMs);
      else client.write(chunk);
    });
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  }
}
