import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'the-key', AWS_SECRET_ACCESS_KEY: 'the-secret' };

/**
 * The part of an S3-compatible store that the service needs: it stores, returns and deletes objects, and
 * records the requests.
 */
export class FakeS3 {
  /** By path: `/bucket/key`. */
  readonly objects = new Map<string, Buffer>();
  readonly asked: { method: string; url: string; authorization?: string }[] = [];
  /** While set, every request is answered with this status. */
  broken?: number;

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  static async start(): Promise<FakeS3> {
    const store = new FakeS3(createServer());
    Object.assign(process.env, CREDENTIALS);
    await new Promise<void>((resolve) => store.server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The settings of a service that stores its files here. */
  get variables() {
    return { FILES_URL: `s3://bucket?region=eu-north-1&endpoint=${encodeURIComponent(this.url)}` };
  }

  async stop(): Promise<void> {
    for (const name of Object.keys(CREDENTIALS)) delete process.env[name];
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.asked.push({ method, url, authorization: headers.authorization });
    const { pathname, searchParams } = new URL(url, this.url);
    if (this.broken) return void response.writeHead(this.broken).end();
    if (method === 'PUT') this.objects.set(pathname, Buffer.concat(chunks));
    if (method === 'DELETE') this.objects.delete(pathname);
    if (method !== 'GET') return void response.writeHead(method === 'DELETE' ? 204 : 200).end();
    const object = this.objects.get(pathname);
    const type = searchParams.get('response-content-type') ?? 'application/octet-stream';
    const disposition = searchParams.get('response-content-disposition');
    response.writeHead(object ? 200 : 404, {
      'content-type': type,
      ...(disposition && { 'content-disposition': disposition }),
    });
    response.end(object);
  }
}
