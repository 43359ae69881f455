import { Injectable } from '@nestjs/common';
import { EncryptionService } from '../../platform/access/encryption.service.js';
import { Runtime } from '../../platform/config/runtime.js';

const UPLOAD = 'file-upload';
const DOWNLOAD = 'file-download';

export interface DownloadManner {
  /** The lifetime of the URL. */
  seconds: number;
  /** The name of the download, if it differs from the name of the file. */
  name?: string;
  /** True: browsers display the file if that is safe, and download it otherwise. */
  inline?: boolean;
}

export interface Downloadable {
  download_url: string;
  expires_at: Date;
}

/** The content of a signed download URL. */
export type Download = Omit<DownloadManner, 'seconds'> & { id: string; until: number };

/** Creates and reads signed URLs. They are credentials: they cannot be forged, and they expire. */
@Injectable()
export class SignedUrlsService {
  constructor(
    private readonly encryption: EncryptionService,
    private readonly runtime: Runtime,
  ) {}

  /** PUBLIC_URL. With PORT=0 it is known only once the server listens. */
  get base(): string {
    return this.runtime.publicUrl;
  }

  /** The lifetime of an upload URL is stored in the row of the upload. */
  uploadUrl(id: string): string {
    return `${this.base}/v1/files/uploads/${this.encrypt(UPLOAD, id)}`;
  }

  readUpload(ticket: string): string | undefined {
    return this.encryption.open<string>(UPLOAD, Buffer.from(ticket, 'base64url'));
  }

  downloadUrl(id: string, { seconds, name, inline }: DownloadManner): Downloadable {
    const until = Date.now() + seconds * 1000;
    const ticket = this.encrypt(DOWNLOAD, { id, until, name, inline } satisfies Download);
    return { download_url: `${this.base}/v1/files/downloads/${ticket}`, expires_at: new Date(until) };
  }

  readDownload(ticket: string): Download | undefined {
    return this.encryption.open<Download>(DOWNLOAD, Buffer.from(ticket, 'base64url'));
  }

  private encrypt(name: string, value: unknown): string {
    return this.encryption.seal(name, value).toString('base64url');
  }
}
