import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '../../platform/http/refusal.js';
import { harmlessName } from '../stored/file-name.js';
import { SignedUrlsService } from './signed-urls.service.js';
import { WaitingUploadRepository } from './waiting-upload.repository.js';

export interface PromisedUpload {
  name: string;
  /** The media type that the caller states. */
  type: string;
  size: number;
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
}

export interface StartedUpload {
  id: string;
  name: string;
  upload_url: string;
  expires_at: Date;
}

@Injectable()
export class UploadStartService {
  constructor(
    private readonly uploads: WaitingUploadRepository,
    private readonly signedUrls: SignedUrlsService,
  ) {}

  async start(ownerId: string, promised: PromisedUpload[]): Promise<StartedUpload[]> {
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
    if (!(await this.uploads.insertWithQuota(ownerId, uploads))) throw new Refusal(409, 'Storage is full');
    return uploads.map(({ id, name, expires_at }) => ({
      id,
      name,
      upload_url: this.signedUrls.uploadUrl(id),
      expires_at,
    }));
  }

  cancel(ids: string[]): Promise<void> {
    return this.uploads.cancel(ids);
  }
}
