import type { Readable } from 'node:stream';
import { GeneratedFilesService } from '../../../files/signed/generated-files.service.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DownloadsService } from './downloads.service.js';
import { BytesRepository, VersionRepository } from './version.repository.js';

/** Contents of versions, for other apps, which have asked for the document before. */
@AppProvider()
export class VersionContentsService {
  constructor(
    private readonly versions: VersionRepository,
    private readonly bytes: BytesRepository,
    private readonly files: GeneratedFilesService,
    private readonly downloads: DownloadsService,
  ) {}

  async read(versionId: string): Promise<Readable> {
    const key = (await this.bytes.keysOf([versionId])).get(versionId);
    if (!key) throw notFound('Version');
    return this.files.read(key);
  }

  async sign(versionId: string, how: { filename: string; inline: boolean; seconds: number }): Promise<string> {
    const version = await this.versions.the({ id: versionId }, 'Version');
    return (await this.downloads.sign(version, how)).url;
  }
}
