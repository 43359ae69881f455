import { Injectable } from '@nestjs/common';
import { Vault } from '../../platform/access/vault.js';
import { Config } from '../../platform/config/environment.js';

const UPLOAD = 'file-upload';
const DOWNLOAD = 'file-download';

export interface DownloadManner {
  /** For how long the address works. */
  seconds: number;
  /** Under which it is saved, where that is not the file's own. */
  name?: string;
  /** Shown where a browser can show it and nothing can happen; a download everywhere else. */
  inline?: boolean;
}

export interface Downloadable {
  download_url: string;
  expires_at: Date;
}

/** What the address of a download says. */
export interface Download {
  id: string;
  until: number;
  name?: string;
  inline?: boolean;
}

/** Addresses that are credentials themselves: nobody can make one, and none works for ever. */
@Injectable()
export class Addresses {
  /** PUBLIC_URL. */
  readonly base: string;

  constructor(
    private readonly vault: Vault,
    { publicUrl }: Config,
  ) {
    this.base = publicUrl;
  }

  /** How long it works is written in the row that it leads to. */
  upload(id: string): string {
    return `${this.base}/v1/files/uploads/${this.seal(UPLOAD, id)}`;
  }

  uploadOf(ticket: string): string | undefined {
    return this.vault.open<string>(UPLOAD, Buffer.from(ticket, 'base64url'));
  }

  download(id: string, { seconds, name, inline }: DownloadManner): Downloadable {
    const until = Date.now() + seconds * 1000;
    const ticket = this.seal(DOWNLOAD, { id, until, name, inline } satisfies Download);
    return { download_url: `${this.base}/v1/files/downloads/${ticket}`, expires_at: new Date(until) };
  }

  downloadOf(ticket: string): Download | undefined {
    return this.vault.open<Download>(DOWNLOAD, Buffer.from(ticket, 'base64url'));
  }

  private seal(name: string, value: unknown): string {
    return this.vault.seal(name, value).toString('base64url');
  }
}
