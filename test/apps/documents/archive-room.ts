import type { Test } from 'supertest';
import { type Account, TestService } from '../../support/service.js';

export type Who = Pick<Account, 'client'>;

export interface NewFile {
  name?: string;
  type?: string;
  bytes?: Buffer | string;
  parent_id?: string | null;
  more?: object;
}

/** A service in which people store documents. */
export class Room {
  constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Room> {
    return new Room(await TestService.lease(variables));
  }

  /** With a service that no other spec uses. */
  static async own(variables: Record<string, string>): Promise<Room> {
    return new Room(await TestService.start(variables));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  async person(): Promise<Account> {
    const made = await this.service.account();
    await made.client.post('/v1/apps/install', { slug: 'documents' }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/documents/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async folder(who: Who, name: string, parent_id: string | null = null): Promise<any> {
    return (await this.ask(who, 'create-folder', { name, parent_id })).folder;
  }

  async upload(who: Who, { name = 'a.txt', type = 'text/plain', bytes = 'hello', parent_id, more }: NewFile = {}) {
    const body = Buffer.from(bytes);
    const wanted = { name, content_type: type, size_bytes: body.length, ...(parent_id && { parent_id }), ...more };
    const { upload } = await this.ask(who, 'start-upload', wanted);
    await this.put(upload, body);
    return upload;
  }

  async put({ url, headers }: { url: string; headers: Record<string, string> }, bytes: Buffer | string): Promise<void> {
    const { status } = await this.open(url, { method: 'PUT', body: new Uint8Array(Buffer.from(bytes)), headers });
    expect(status).toBe(200);
  }

  async document(who: Who, file: NewFile = {}): Promise<any> {
    const { id } = await this.upload(who, file);
    return (await this.ask(who, 'complete-upload', { upload_id: id })).document;
  }

  version(who: Who, document: { id: string; version_number: number; name: string }, bytes: string): Promise<any> {
    return this.document(who, {
      bytes,
      name: document.name,
      more: { document_id: document.id, base_version: document.version_number },
    });
  }

  /** What an address of the service answers, by a path or as it was given. */
  async open(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(address, 'http://service.example');
    return fetch(this.service.url + pathname + search, { redirect: 'manual', ...init });
  }

  async text(address: string): Promise<string> {
    return (await this.open(address)).text();
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  async usage({ id }: { id: string }): Promise<{ used: number; reserved: number }> {
    const [row] = await this.rows(
      `SELECT used_bytes::int AS used, reserved_bytes::int AS reserved FROM ext_documents.usage WHERE owner_id = $1`,
      id,
    );
    return row ?? { used: 0, reserved: 0 };
  }

  async run(job: new (...args: never[]) => { run(data: never): Promise<void> }, data: object = {}): Promise<void> {
    await this.service.app.get<{ run(data: object): Promise<void> }>(job as never, { strict: false }).run(data);
  }
}
