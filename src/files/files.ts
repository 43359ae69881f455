import { Injectable } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { Config } from '../platform/config/environment.js';
import { isUuid } from '../platform/database/uuid.js';
import { invalid } from '../platform/http/refusal.js';
import { presentFile } from './records/file.presenter.js';
import { FileRepository } from './records/file.repository.js';
import { EmptyTrash } from './storage/empty-trash.job.js';

/** What other areas do with files, inside their own transactions. */
@Injectable()
export class Files {
  constructor(
    private readonly files: FileRepository,
    private readonly jobs: Jobs,
    private readonly emptyTrash: EmptyTrash,
    private readonly config: Config,
  ) {}

  /** Of a file of ours, by an address where it is served, whole or small; undefined for every other address. */
  idOf(address: string): string | undefined {
    const base = new URL(this.config.publicUrl);
    const url = URL.canParse(address) ? new URL(address) : undefined;
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

  /** What showed them is gone, and they go with it. */
  async release(ids: string[]): Promise<void> {
    if (!ids.length) return;
    await this.files.delete(ids);
    await this.jobs.enqueue(this.emptyTrash, {});
  }

  /** All of them, for the copy of an account's data. */
  async ofOwner(ownerId: string): Promise<object[]> {
    return (await this.files.allOf(ownerId)).map((file) => presentFile(file, this.config.publicUrl));
  }
}
