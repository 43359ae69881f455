import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Refusal } from '../../platform/http/refusal.js';
import { harmlessName } from '../uploads/file-name.js';
import { Addresses } from './addresses.js';
import { WaitingUploads } from './waiting-upload.repository.js';

export interface PromisedUpload {
  name: string;
  /** As the caller calls it. */
  type: string;
  size: number;
  /** For how long its address works. */
  seconds: number;
  /**
   * To be shown as a picture: refused where it is none, and cleaned of what tells where it was taken. Everything else
   * stays as it came, byte for byte.
   */
  picture?: boolean;
  /** In use from the start: it stays until it is released. What is not goes a day after it came. */
  attached?: boolean;
}

export interface StartedUpload {
  id: string;
  name: string;
  upload_url: string;
  expires_at: Date;
}

@Injectable()
export class StartUploads {
  constructor(
    private readonly waiting: WaitingUploads,
    private readonly addresses: Addresses,
  ) {}

  async run(ownerId: string, promised: PromisedUpload[]): Promise<StartedUpload[]> {
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
    if (!(await this.waiting.start(ownerId, uploads))) throw new Refusal(409, 'Storage is full');
    return uploads.map(({ id, name, expires_at }) => ({
      id,
      name,
      upload_url: this.addresses.upload(id),
      expires_at,
    }));
  }

  cancel(ids: string[]): Promise<void> {
    return this.waiting.cancel(ids);
  }
}
