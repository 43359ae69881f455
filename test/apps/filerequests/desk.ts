import { eventually, type Account, TestService } from '../../support/service.js';
import type { Client } from '../../support/client.js';

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const TEXT = Buffer.from('One receipt, two lines.\n');
/** The beginning of a program for Windows. */
export const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);

export const DAY_MS = 24 * 60 * 60 * 1000;
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const PROXY = { TRUST_PROXY: 'loopback' };

interface Sent {
  file: { id: string; status: string };
  receipt: string;
}

/** An owner who collects files, and people who upload them. */
export class Desk {
  private constructor(
    readonly service: TestService,
    readonly owner: Account,
  ) {}

  static async open(): Promise<Desk> {
    return Desk.at(await TestService.lease(PROXY));
  }

  /** A service of its own, with other settings. */
  static async own(variables: Record<string, string>): Promise<Desk> {
    return Desk.at(await TestService.start({ ...PROXY, ...variables }));
  }

  static async at(service: TestService): Promise<Desk> {
    const desk = new Desk(service, await service.account());
    await desk.install(desk.owner);
    return desk;
  }

  async install({ client }: Account): Promise<void> {
    await client.post('/v1/apps/install', { slug: 'filerequests' }).expect(200);
  }

  /** An action of the owner. */
  ask(action: string, input: object = {}, client: Client = this.owner.client) {
    return client.post(`/v1/apps/filerequests/${action}`, input);
  }

  /** A public action by somebody without an account. */
  open(action: string, input: object, headers: Record<string, string> = {}) {
    return this.ask(action, input, this.service.client(headers));
  }

  async request(input: object = {}) {
    const { body } = await this.ask('create-request', { title: 'Receipts May', ...input }).expect(200);
    return { ...body.request, items: body.items };
  }

  /** Promises a file and puts its bytes. */
  async send(
    who: object,
    bytes: Buffer = PDF,
    file: object = {},
    client: Client = this.service.client(),
  ): Promise<Sent> {
    const wanted = { name: 'may.pdf', size_bytes: bytes.length, content_type: 'application/pdf', ...file };
    const named = 'receipt' in who || !('code' in who) ? who : { uploader_name: 'Client One', ...who };
    const { body } = await this.ask('start-upload', { ...named, ...wanted }, client).expect(200);
    await this.put(body.upload, bytes);
    return body;
  }

  async put({ url, method, headers }: { url: string; method: string; headers: Record<string, string> }, bytes: Buffer) {
    const answer = await fetch(url, { method, headers, body: new Uint8Array(bytes) });
    expect(answer.status).toBe(200);
  }

  submit(who: object, more: object = {}) {
    return this.open('submit-files', { ...who, ...more });
  }

  /** A submission that is submitted, by the general link. */
  async submitted(code: string, more: object = {}) {
    const { receipt, file } = await this.send({ code, ...more });
    const { body } = await this.submit({ code, receipt }).expect(200);
    return { receipt, file, submission: body.submission };
  }

  async rows(text: string, values: unknown[] = []) {
    return (await this.service.database.query(text, values)).rows;
  }

  /** The types of what this account was told, the newest last. */
  async told({ id }: Account, type: string, count: number) {
    return eventually(async () => {
      const rows = await this.rows(
        'SELECT type, data FROM notifications.notifications WHERE user_id = $1 AND type = $2 ORDER BY created_at',
        [id, type],
      );
      if (rows.length !== count) throw new Error(`${rows.length} of ${type}, not ${count}`);
      return rows;
    });
  }

  /** Every file that is neither lost nor removed has a place, and nothing else has one. */
  async expectPlaces(requestId: string): Promise<void> {
    const [row] = await this.rows(
      `SELECT r.received_files, r.received_bytes::int,
         (SELECT count(*)::int FROM ext_filerequests.files f
          WHERE f.request_id = r.id AND f.status NOT IN ('lost', 'removed')) AS files,
         (SELECT coalesce(sum(size_bytes), 0)::int FROM ext_filerequests.files f
          WHERE f.request_id = r.id AND f.status NOT IN ('lost', 'removed')) AS bytes
       FROM ext_filerequests.requests r WHERE r.id = $1`,
      [requestId],
    );
    expect(row).toEqual({ ...row, received_files: row.files, received_bytes: row.bytes });
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
