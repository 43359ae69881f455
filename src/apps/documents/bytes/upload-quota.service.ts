import { FilesService } from '../../../files/files.service.js';
import { Environment } from '../../../platform/config/environment.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { DocumentUpload } from '../entities/version.entity.js';
import { UsageRepository } from './usage.repository.js';

const SECONDS = 60 * 60;

/** Room for uploads, and their place in the file store. */
@AppProvider()
export class UploadQuotaService {
  constructor(
    private readonly usage: UsageRepository,
    private readonly files: FilesService,
    private readonly environment: Environment,
  ) {}

  expectSize(bytes: number): void {
    if (bytes > this.environment.documentsMaxBytes) throw new Refusal(400, 'File is too large');
  }

  async promise(ownerId: string, file: { name: string; type: string; size: number }) {
    await this.usage.reserve(ownerId, file.size);
    return this.files.startUpload({ owner_id: ownerId, ...file, seconds: SECONDS }, { isLimited: false });
  }

  /** What uploads reserved that do not come any more; their bytes are removed. */
  async giveBack(ended: Pick<DocumentUpload, 'target_owner_id' | 'size_bytes' | 'storage_key'>[]): Promise<void> {
    const inOrder = ended.toSorted((one, other) => (one.target_owner_id < other.target_owner_id ? -1 : 1));
    for (const { target_owner_id, size_bytes } of inOrder) await this.usage.giveBack(target_owner_id, size_bytes);
    await this.files.release(ended.map(({ storage_key }) => storage_key));
  }
}
