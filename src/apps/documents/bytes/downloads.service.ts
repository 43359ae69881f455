import { FilesService } from '../../../files/files.service.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { isInlineType } from './content-types.js';
import { BytesRepository } from './version.repository.js';

/** How long the address of a download works. */
const SECONDS = 10 * 60;

export interface SignedUrl {
  url: string;
  filename: string;
  expires_at: Date;
}

interface How {
  filename: string;
  inline?: boolean;
  seconds?: number;
}

/** Addresses of contents in the file store. */
@AppProvider()
export class DownloadsService {
  constructor(
    private readonly bytes: BytesRepository,
    private readonly files: FilesService,
  ) {}

  async sign(version: { id: string; content_type: string }, how: How): Promise<SignedUrl> {
    const { filename, inline = false, seconds = SECONDS } = how;
    const key = (await this.bytes.keysOf([version.id])).get(version.id);
    if (!key) throw notFound('Version');
    const manner = { seconds, name: filename, inline: inline && isInlineType(version.content_type) };
    const { download_url, expires_at } = this.files.downloadable(key, manner);
    return { url: download_url, filename, expires_at };
  }
}
