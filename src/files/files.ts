import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { isUuid } from '../platform/database/uuid.js';
import { invalid } from '../platform/http/refusal.js';
import type { StoredFile } from './records/file.entity.js';
import { presentFile } from './records/file.presenter.js';
import { type ArrivedFile, FileRepository } from './records/file.repository.js';
import { Addresses, type Downloadable, type DownloadManner } from './signed/addresses.js';
import { FileBytes, type MadeFile } from './signed/file-bytes.js';
import { type PromisedUpload, type StartedUpload, StartUploads } from './signed/start-uploads.js';
import { EmptyTrash } from './storage/empty-trash.job.js';
import { urlOf } from '../platform/urls.js';

/** What other areas do with files, inside their own transactions. */
@Injectable()
export class Files {
  constructor(
    private readonly files: FileRepository,
    private readonly jobs: Jobs,
    private readonly emptyTrash: EmptyTrash,
    private readonly addresses: Addresses,
    private readonly uploads: StartUploads,
    private readonly bytes: FileBytes,
  ) {}

  /** Of a file of ours, by an address where it is served, whole or small; undefined for every other address. */
  idOf(address: string): string | undefined {
    const base = new URL(this.addresses.base);
    const url = urlOf(address);
    const folder = `${base.pathname.replace(/\/$/, '')}/v1/files/`;
    if (url?.origin !== base.origin || !url.pathname.startsWith(folder)) return undefined;
    const [id = '', key] = url.pathname.slice(folder.length).split('/');
    return isUuid(id) && key ? id.toLowerCase() : undefined;
  }

  /** Takes files of the owner into use, each of them for one thing alone; `field` is where they were given. */
  async attach(ids: string[], ownerId: string, field = 'media_ids'): Promise<void> {
    if (!ids.length) return;
    const attached = ids.every(isUuid) ? await this.files.attach(ids, ownerId) : 0;
    if (attached === ids.length) return;
    throw invalid({ field, message: `${field} must name own files that are not in use, each once` });
  }

  /** What showed them is gone, and they go with it; those that have not come yet are not expected any more. */
  async release(ids: string[]): Promise<void> {
    if (!ids.length) return;
    await this.uploads.cancel(ids);
    await this.files.delete(ids);
    await this.jobs.enqueue(this.emptyTrash, {});
  }

  /** All of them, for the copy of an account's data. */
  async ofOwner(ownerId: string): Promise<object[]> {
    return (await this.files.allOf(ownerId)).map((file) => presentFile(file, this.addresses.base));
  }

  /** Promises of a file whose bytes are to come to a signed address; inside the transaction that gives it out. */
  async startUpload({
    owner_id,
    ...promised
  }: PromisedUpload & { owner_id: string }): Promise<StartedUpload> {
    const [started] = await this.startUploads(owner_id, [promised]);
    return started as StartedUpload;
  }

  /** Several of one owner, in the order in which they were promised. */
  startUploads(ownerId: string, promised: PromisedUpload[]): Promise<StartedUpload[]> {
    return this.uploads.run(ownerId, promised);
  }

  /** Those of the owner whose bytes are there, by id. */
  arrived(ids: string[], ownerId: string): Promise<(ArrivedFile & Pick<StoredFile, 'sha256'>)[]> {
    return this.files.arrived(ids.filter(isUuid), ownerId);
  }

  /** An address that works without signing in, until it does not. Nothing is read for it. */
  downloadable(file: string | { id: string }, manner: DownloadManner): Downloadable {
    return this.addresses.download(typeof file === 'string' ? file : file.id, manner);
  }

  /** The same for many, by id. */
  downloadables(ids: string[], manner: DownloadManner): Map<string, Downloadable> {
    return new Map(ids.map((id) => [id, this.downloadable(id, manner)]));
  }

  /** A file that the service made; outside of transactions, because the storage takes part in none. */
  keep(made: MadeFile): Promise<ArrivedFile> {
    return this.bytes.keep(made);
  }

  /** The bytes, for who works on them. */
  read(id: string): Promise<Readable> {
    return this.bytes.read(id);
  }
}
