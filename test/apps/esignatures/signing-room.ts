import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import type { Client } from '../../support/client.js';
import { type Account, TestService } from '../../support/service.js';

export const CLIENT = { name: 'Client', email: 'client@example.com' };
export const TYPED = { kind: 'typed', text: 'A. Client' };
export const BOX = { x: 0.1, y: 0.8, width: 0.3, height: 0.06 };
export const signatureOn = (page: number) => ({ document: 0, type: 'signature', page, ...BOX });

/** A PDF with a text on each page. `turned`: rotated and cropped. */
export async function pdf(pages = 1, turned = false): Promise<Buffer> {
  const made = await PDFDocument.create();
  const font = await made.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++) {
    const added = made.addPage([595, 842]);
    added.drawText(`Page ${page} of the agreement`, { x: 60, y: 700, size: 14, font });
    if (!turned) continue;
    added.setRotation(degrees(90));
    added.setCropBox(50, 40, 400, 700);
  }
  return Buffer.from(await made.save());
}

/** A sender with a PDF, and people who sign it. */
export class SigningRoom {
  private constructor(
    readonly service: TestService,
    readonly sender: Account,
  ) {}

  static async open(): Promise<SigningRoom> {
    return SigningRoom.at(await TestService.lease());
  }

  /** A service of its own, with other settings. */
  static async own(variables: Record<string, string>): Promise<SigningRoom> {
    return SigningRoom.at(await TestService.start(variables));
  }

  static async at(service: TestService): Promise<SigningRoom> {
    const room = new SigningRoom(service, await service.account());
    await room.install(room.sender);
    return room;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  async install({ client }: Account): Promise<void> {
    for (const slug of ['documents', 'esignatures']) await client.post('/v1/apps/install', { slug }).expect(200);
  }

  ask(action: string, input: object = {}, client: Client = this.sender.client) {
    return client.post(`/v1/apps/esignatures/${action}`, input);
  }

  /** By somebody without an account. */
  public(action: string, input: object) {
    return this.ask(action, input, this.service.client());
  }

  async document(bytes: Buffer, name = 'agreement.pdf', type = 'application/pdf'): Promise<string> {
    const documents = (action: string, input: object) =>
      this.sender.client.post(`/v1/apps/documents/${action}`, input).expect(200);
    const { upload } = (await documents('start-upload', { name, content_type: type, size_bytes: bytes.length })).body;
    const { status } = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) });
    expect(status).toBe(200);
    return (await documents('complete-upload', { upload_id: upload.id })).body.document.id;
  }

  async draft(input: object = {}): Promise<any> {
    const given = { title: 'Service agreement', signers: [{ ...CLIENT, fields: [signatureOn(1)] }], ...input };
    const document_ids = 'document_ids' in given ? given.document_ids : [await this.document(await pdf())];
    return (await this.ask('create-envelope', { ...given, document_ids }).expect(200)).body.envelope;
  }

  /** An envelope that is sent, with the tokens of its links in the order of the signers. */
  async sent(input: object = {}): Promise<{ envelope: any; tokens: string[] }> {
    const { id } = await this.draft(input);
    const { body } = await this.ask('send-envelope', { envelope_id: id }).expect(200);
    return { envelope: body.envelope, tokens: body.links.map(({ url }: { url: string }) => url.split('/').at(-1)) };
  }

  async signing(who: object, more: object = {}, client: Client = this.service.client()) {
    const { body } = await this.ask('open-envelope', who, client).expect(200);
    const { content_hash } = body;
    const given = { decision: 'sign', consent: true, signature: TYPED, content_hash, ...who, ...more };
    return this.ask('respond-envelope', given, client);
  }

  /** A completed envelope of one signer. */
  async completed(input: object = {}): Promise<any> {
    const { envelope, tokens } = await this.sent(input);
    for (const token of tokens) expect((await this.signing({ token })).status).toBe(200);
    await this.service.jobsDone();
    return this.get(envelope.id);
  }

  async get(envelope_id: string, client: Client = this.sender.client): Promise<any> {
    return (await this.ask('get-envelope', { envelope_id }, client).expect(200)).body;
  }

  async bytes(url: string): Promise<Buffer> {
    const { pathname, search } = new URL(url);
    return Buffer.from(await (await fetch(this.service.url + pathname + search)).arrayBuffer());
  }

  async rows(text: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(text, values)).rows;
  }

  async notices({ id }: { id: string }): Promise<string[]> {
    const rows = await this.rows(
      `SELECT type FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'esignatures.%' ORDER BY id`,
      id,
    );
    return rows.map(({ type }) => type.replace('esignatures.', ''));
  }

  async run(job: new (...args: never[]) => { run(data: never): Promise<void> }, data: object = {}): Promise<void> {
    await this.service.app.get<{ run(data: object): Promise<void> }>(job as never, { strict: false }).run(data);
  }
}
