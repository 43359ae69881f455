import { FilesService, type PromisedUpload } from '../../src/files/files.service.js';
import { GeneratedFilesService } from '../../src/files/signed/generated-files.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import type { Account, TestService } from '../support/service.js';

export const pathOf = (url: string) => new URL(url).pathname;

/** Starts and sends uploads as an app does for its users. */
export class Promises {
  readonly files: FilesService;
  readonly generated: GeneratedFilesService;

  constructor(
    private readonly service: TestService,
    private readonly person: Account,
  ) {
    this.files = service.app.get(FilesService);
    this.generated = service.app.get(GeneratedFilesService);
  }

  inTransaction<T>(work: () => Promise<T>): Promise<T> {
    return this.service.app.get(DatabaseService).transaction(work);
  }

  start(more: Partial<PromisedUpload> = {}, { id }: Account = this.person) {
    const usual = { name: 'a.txt', type: 'text/plain', size: 5, seconds: 3600 };
    return this.inTransaction(() => this.files.startUpload({ owner_id: id, ...usual, ...more }));
  }

  put(url: string, bytes: Buffer | string = 'hello') {
    return this.service.client().put(pathOf(url)).type('application/octet-stream').send(bytes);
  }

  /** Starts an upload and sends its bytes. */
  async arrive(bytes: Buffer | string, more: Partial<PromisedUpload> = {}, account = this.person) {
    const { id, upload_url } = await this.start({ size: Buffer.byteLength(bytes), ...more }, account);
    return { id, file: (await this.put(upload_url, bytes).expect(200)).body.file };
  }

  release(ids: string[]): Promise<void> {
    return this.inTransaction(() => this.files.release(ids));
  }

  async query(text: string, ...values: unknown[]) {
    return (await this.service.database.query(text, values)).rows;
  }

  /** The bytes of the account's quota that are reserved or used. */
  async used({ id }: Account): Promise<number | undefined> {
    const [row] = await this.query('SELECT app_bytes::float8 AS n FROM files.usage WHERE owner_id = $1', id);
    return row?.n;
  }
}
