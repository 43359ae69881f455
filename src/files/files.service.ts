import { Injectable } from '@nestjs/common';
import { JobsService } from '../jobs/jobs.service.js';
import { isUuid } from '../platform/database/uuid.js';
import { invalid, notFound } from '../platform/http/refusal.js';
import { v7 as uuidv7 } from 'uuid';
import type { StoredFile, WaitingUpload } from './stored/file.entity.js';
import { harmlessName } from './stored/file-name.js';
import { presentFile } from './stored/file.presenter.js';
import { type ArrivedFile, FileRepository, type FileRow } from './stored/file.repository.js';
import { storageFull } from './uploads/usage.policy.js';
import { SignedUrlsService, type Downloadable, type DownloadManner } from './signed/signed-urls.service.js';
import { WaitingUploadRepository } from './signed/waiting-upload.repository.js';
import { EmptyTrashJob } from './storage/empty-trash.job.js';
import type { ExportNode } from '../platform/exports/export-node.js';
import { urlOf } from '../platform/urls.js';

export type PromisedUpload = Pick<WaitingUpload, 'name' | 'type' | 'size'> & {
  /** The lifetime of the upload URL. */
  seconds: number;
  /**
   * True: the file must be an image, and metadata that reveals where it was taken is removed. All other files
   * are stored unchanged.
   */
  picture?: boolean;
  /**
   * True: the file is in use from the start and stays until it is released. Otherwise it is deleted a day
   * after it arrived.
   */
  attached?: boolean;
};

export interface UploadOptions {
  /** False: the app that asks has a quota of its own, which the operator sets, in place of the one of all apps. */
  isLimited?: boolean;
}

type StartedUpload = Pick<WaitingUpload, 'id' | 'name' | 'expires_at'> & { upload_url: string };

/** The operations on files for other areas, inside their transactions. */
@Injectable()
export class FilesService {
  constructor(
    private readonly files: FileRepository,
    private readonly jobs: JobsService,
    private readonly emptyTrash: EmptyTrashJob,
    private readonly signedUrls: SignedUrlsService,
    private readonly uploads: WaitingUploadRepository,
  ) {}

  /**
   * Returns the id of the file that a URL of this service serves, as the original or the small version;
   * undefined for other URLs.
   */
  idOf(address: string): string | undefined {
    const base = new URL(this.signedUrls.base);
    const url = urlOf(address);
    const folder = `${base.pathname.replace(/\/$/, '')}/v1/files/`;
    if (url?.origin !== base.origin || !url.pathname.startsWith(folder)) return undefined;
    const [id = '', key] = url.pathname.slice(folder.length).split('/');
    return isUuid(id) && key ? id.toLowerCase() : undefined;
  }

  /** Attaches unused files of the owner, each to one thing only. `field` is the input field named in the refusal. */
  async attach(ids: string[], ownerId: string, field = 'media_ids'): Promise<void> {
    if (!ids.length) return;
    const attached = ids.every(isUuid) ? await this.files.attach(ids, ownerId) : 0;
    if (attached === ids.length) return;
    throw invalid({ field, message: `${field} must name own files that are not in use, each once` });
  }

  /** Deletes files when the thing that shows them is deleted. Uploads that have not arrived are cancelled. */
  async release(ids: string[]): Promise<void> {
    if (!ids.length) return;
    await this.uploads.cancel(ids);
    await this.files.deleteAll(ids);
    await this.jobs.enqueue(this.emptyTrash, {});
  }

  /**
   * Removes the owner, so that the files survive the deletion of the account, in the transaction that deletes
   * it. The app that uses them keeps them.
   */
  async disown(ids: string[]): Promise<void> {
    if (ids.length) await this.files.disown(ids);
  }

  /** A generated file with a lifetime stays from now on, until it is released. 404 if it is deleted already. */
  async makePermanent(id: string): Promise<void> {
    if (!(await this.files.updateOne({ id }, { expires_at: null }))) throw notFound('File');
  }

  /** The file as its owner sees it. */
  present(file: FileRow) {
    return presentFile(file, this.signedUrls.base);
  }

  /** All files of the owner, for the data export. */
  forExport(ownerId: string): ExportNode {
    return this.files.forExport(ownerId, this.signedUrls.base);
  }

  /** Starts an upload: the bytes are then sent to a signed URL. It runs inside the transaction that returns the URL. */
  async startUpload(
    { owner_id, ...promised }: PromisedUpload & { owner_id: string },
    options?: UploadOptions,
  ): Promise<StartedUpload> {
    const [started] = await this.startUploads(owner_id, [promised], options);
    return started as StartedUpload;
  }

  /** Starts several uploads of one owner and returns them in the same order. */
  async startUploads(
    ownerId: string,
    promised: PromisedUpload[],
    { isLimited }: UploadOptions = {},
  ): Promise<StartedUpload[]> {
    if (!promised.length) return [];
    const now = Date.now();
    const uploads = promised.map(({ name, type, size, seconds, picture = false, attached = false }) => ({
      id: uuidv7(),
      owner_id: ownerId,
      name: harmlessName(name),
      type,
      size,
      picture,
      attached,
      expires_at: new Date(now + seconds * 1000),
    }));
    if (!(await this.uploads.insertWithQuota(ownerId, uploads, isLimited))) throw storageFull();
    return uploads.map(({ id, name, expires_at }) => ({
      id,
      name,
      upload_url: this.signedUrls.uploadUrl(id),
      expires_at,
    }));
  }

  /** The files of the owner that are complete, ordered by id. */
  async arrived(ids: string[], ownerId: string): Promise<(ArrivedFile & Pick<StoredFile, 'sha256'>)[]> {
    const files = await this.files.listStored(ids.filter(isUuid), ownerId);
    return files.map(({ id, name, size, type, sha256 }) => ({ id, name, size, type, sha256 }));
  }

  /** A signed download URL, which needs no other credential and expires. It is computed without a query. */
  downloadable(file: string | { id: string }, manner: DownloadManner): Downloadable {
    return this.signedUrls.downloadUrl(typeof file === 'string' ? file : file.id, manner);
  }

  /** Signed download URLs of many files, by id. */
  downloadables(ids: string[], manner: DownloadManner): Map<string, Downloadable> {
    return new Map(ids.map((id) => [id, this.downloadable(id, manner)]));
  }
}
